//! Project tasks: what a contributor and the continuous integration run.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "project tasks read and write the repository, start tools and print"
)]

mod agents;
mod bench;
mod bench_council;
mod bench_lint;
mod bench_models;
mod codegen;
mod crash;
mod database;
mod deny;
mod dist;
mod fuzz;
#[cfg(unix)]
mod hostile;
mod integrations;
mod library;
mod markdown;
mod memory;
mod model;
mod mutants;
mod orchestrate;
mod page;
mod python;
mod real;
mod registry;
mod shell;
mod test;
mod tidy;
mod train;
mod tree;

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Parser, Subcommand};

/// Project tasks.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Runs every test; with arguments, hands them to the test runner and runs only what they select.
    Test {
        /// Arguments for `cargo nextest run`, or for `cargo test` where nextest is not installed.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Runs the tests that ask a real model, which is installed from a package registry and served on this machine.
    Model,
    /// Runs the tests that start real coding agents, which are installed from a package registry and talk to a stand-in.
    Agents,
    /// Runs the tests of the store that many machines share, on a real Postgres server, which is installed where it is missing.
    Database,
    /// Installs what lies below `integrations` with the tools it is for, and runs it as they do.
    Integrations,
    /// Runs the tests that open `council serve` in a real browser, and leaves pictures of its pages.
    Page,
    /// Runs the tests that need more than Rust: a real model, real coding agents, a real database.
    Real,
    /// Builds and tests the library without models, and runs its examples.
    Library,
    /// Checks licences, sources and banned crates, and known vulnerabilities where their database can be had.
    Deny,
    /// Changes what decides and what is kept, one expression at a time, and fails where no test notices.
    Mutants {
        /// Arguments for the program in `mutants`: `--file TEXT`, `--shard K/N`, `--own`, `--anew`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Feeds the binary 4 MiB of texts made to cost memory, and fails where one takes more than the promised room.
    Memory {
        /// The name of the text; all of them when absent.
        text: Option<String>,
    },
    /// Checks what compilers and linters do not: dependencies, sizes, words, rules, links, generated pages.
    Tidy,
    /// Writes the generated pages below `docs/reference`.
    Codegen {
        /// Only says which pages are out of date, and fails if any is.
        #[arg(long)]
        check: bool,
    },
    /// Feeds each reader texts nobody would write, and fails on a panic, a broken law or an input that costs too much.
    Fuzz {
        /// The target; all of them, one after the other, when absent.
        target: Option<String>,
        /// How long to look, per target.
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// Runs council sessions whose seats answer at once, 45 stub calls each, and prints one line of figures.
    Orchestrate {
        /// Where a session is kept.
        #[arg(long, value_enum, default_value_t = orchestrate::Keep::Memory)]
        keep: orchestrate::Keep,
        /// How long a stub call takes, in milliseconds; `STUB_MS` outranks it.
        #[arg(long, default_value_t = 0)]
        stub_ms: u64,
        /// How many sessions run at the same time in one thread.
        #[arg(long, default_value_t = 1)]
        at_once: usize,
        /// How many threads run sessions, so that one can compute while another waits for the disk.
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// How long to go on, in seconds.
        #[arg(long, default_value_t = 8)]
        seconds: u64,
    },
    /// Times a gate from a cold start beside programs everybody knows.
    Bench,
    /// Measures what the offline rules find of damage that no rule was written with, and how fast they read.
    BenchLint {
        /// Instead plants defects in wordings never met, and fails where the rules know only the list they were written with.
        #[arg(long)]
        general: bool,
        /// What the planting is drawn with; the current commit when absent.
        #[arg(long, requires = "general")]
        seed: Option<String>,
    },
    /// Plants defects and asks one model about them in four ways: one call, three with a vote, by need, the full council.
    BenchCouncil {
        /// What fills the seats, as `council review --reviewer` takes it. Without one it is rehearsed with a stand-in.
        #[arg(long)]
        reviewer: Option<String>,
        /// How many documents are planted, with six defects each.
        #[arg(long, default_value_t = 5)]
        documents: usize,
        /// What the planting is drawn with.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// A `config.toml` with the address, the key and the prices of the provider, to be used in place of your own.
        #[arg(long)]
        settings: Option<PathBuf>,
    },
    /// Measures how long a session with models waits and what it takes to read, against a stand-in for a provider.
    BenchModels,
    /// Kills a session wherever it can be killed, refuses its writes, and checks what is left.
    Crash {
        /// How many kills at random instants.
        #[arg(long, default_value_t = 1000)]
        kills: usize,
        /// Tests every Nth system call only.
        #[arg(long, default_value_t = 1)]
        stride: usize,
        /// Where the random instants begin.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only a part of it.
        #[arg(long)]
        part: Option<crash::Part>,
    },
    /// Builds the archive, the wheel and the npm packages of this machine, installs each and runs it.
    Dist {
        /// The profile to build with: `dist` for what is handed out, `release` or `dev` to see that the packages work.
        #[arg(long, default_value = "dist")]
        profile: String,
        #[command(subcommand)]
        part: Option<dist::Part>,
    },
    /// Runs every command in a hostile repository, and looks at what the system was asked for.
    #[cfg(unix)]
    Hostile,
    /// Learns the table of word scores from labelled requirements, which are not part of the repository.
    Train {
        /// Requirements with labelled words, as lines of JSON.
        #[arg(long)]
        labels: PathBuf,
        /// Requirements without labels, as lines of JSON, for how often a word is used.
        #[arg(long)]
        texts: PathBuf,
    },
    /// Learns which statements leave a case undecided from documents in which readers wrote down what is missing.
    TrainGaps {
        /// Folders that hold `NAME.md` beside `NAME.key.json`; none of them is part of the repository.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Only measures the table that is there.
        #[arg(long)]
        check: bool,
    },
    /// Learns when one sentence says again, corrects or takes back what another one says, from the words in
    /// `crates/council-rules/training/wrappers` around statements of strangers.
    TrainPairs {
        /// Folders of Markdown documents; none of them is part of the repository.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Only measures, with documents left out.
        #[arg(long)]
        check: bool,
    },
    /// Learns which words bear on a review from the passages in `crates/council-rules/training` and documents of strangers.
    TrainSteering {
        /// Folders of honest Markdown documents, into which the passages are put; none of them is part of the repository.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Folders of honest documents that are only measured.
        #[arg(long)]
        fresh: Vec<PathBuf>,
        /// Only measures, and writes nothing.
        #[arg(long)]
        check: bool,
    },
    /// Learns what words make of a demand from the wordings in `crates/council-rules/training` and documents of strangers.
    TrainWording {
        /// Folders of Markdown documents, into which the wordings are put; none of them is part of the repository.
        #[arg(required = true)]
        folders: Vec<PathBuf>,
        /// Only measures, with each writer left out, and writes nothing.
        #[arg(long)]
        check: bool,
    },
    /// Plays the writer that `crash` must catch.
    #[command(hide = true)]
    CrashNaive {
        /// Who answers.
        #[arg(long)]
        server: SocketAddr,
    },
}

fn main() -> ExitCode {
    if let Some(code) = memory::play() {
        return ExitCode::from(code);
    }
    let done = match Arguments::parse().task {
        Task::Test { arguments } => test::run(&arguments),
        Task::Model => model::run(),
        Task::Agents => agents::run(),
        Task::Database => database::run(),
        Task::Integrations => integrations::run(),
        Task::Page => page::run(),
        #[cfg(unix)]
        Task::Hostile => hostile::run(),
        Task::Real => real::run(),
        Task::Library => library::run(),
        Task::Deny => deny::run(),
        Task::Mutants { arguments } => mutants::run(&arguments),
        Task::Memory { text } => memory::run(text.as_deref()),
        Task::Tidy => tidy::run(),
        Task::Codegen { check: false } => codegen::write(),
        Task::Codegen { check: true } => codegen::check(),
        Task::Fuzz { target, seconds } => fuzz::run(target.as_deref(), seconds),
        Task::Orchestrate { keep, stub_ms, at_once, threads, seconds } => {
            orchestrate::run(orchestrate::Load { keep, stub_ms, at_once, threads, seconds })
        }
        Task::Bench => bench::run(),
        Task::BenchLint { general: false, .. } => bench_lint::run(),
        Task::BenchLint { general: true, seed } => bench_lint::run_general(seed.as_deref()),
        Task::BenchModels => bench_models::run(),
        Task::BenchCouncil { reviewer: None, .. } => bench_council::rehearse(),
        Task::BenchCouncil { reviewer: Some(reviewer), documents, seed, settings } => {
            bench_council::run(&bench_council::Asked { reviewer, documents, seed, settings })
        }
        Task::Crash { kills, stride, seed, part } => {
            let install = crash::Install::Try;
            crash::run(crash::Effort { kills, stride: stride.max(1), seed, install, part })
        }
        Task::Dist { part: Some(part), .. } => dist::part(&part),
        Task::Dist { part: None, profile } => dist::run(&profile),
        Task::Train { labels, texts } => train::run(&labels, &texts),
        Task::TrainGaps { folders, check } => train::gaps::run(&folders, check),
        Task::TrainPairs { folders, check } => train::pairs::run(&folders, check),
        Task::TrainSteering { folders, fresh, check } => {
            train::steering::run(&folders, &fresh, check)
        }
        Task::TrainWording { folders, check } => train::wording::run(&folders, check),
        Task::CrashNaive { server } => crash::naive::run(Path::new("."), server),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
