#!/usr/bin/env node
// Starts the council of the package for this machine. npm installs only the package that fits, so the first that is there is it.
"use strict";

const { spawn } = require("node:child_process");
const { optionalDependencies } = require("../package.json");

const program = process.platform === "win32" ? "council.exe" : "council";
const wanted = `council-review-${process.platform}-${process.arch}`;

function installed() {
  for (const name of [wanted, `${wanted}-musl`]) {
    try {
      return require.resolve(`${name}/${program}`);
    } catch {
      // Another one may be there.
    }
  }
  const known = Object.keys(optionalDependencies).join(", ");
  console.error(`error: council has no program for ${process.platform} on ${process.arch}`);
  console.error(`hint: install one of ${known}; npm leaves them out with \`--omit=optional\``);
  process.exit(3);
}

const child = spawn(installed(), process.argv.slice(2), { stdio: "inherit" });
// A terminal interrupts both, and the program says when it is done; what is sent to this process alone is passed on.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", (error) => {
  console.error(`error: failed to start council\n  cause: ${error.message}`);
  process.exit(3);
});
child.on("exit", (status, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    return;
  }
  process.exit(status);
});
