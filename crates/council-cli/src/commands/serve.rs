//! `council serve`: the page.
#![expect(
    clippy::disallowed_types,
    reason = "the socket is opened here, so that a port which is taken is an error of the command"
)]

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};

use clap::{Args, builder::NonEmptyStringValueParser};
use council_web::{PageAddress, PageSecrets, Site};

use crate::{
    commands::Output,
    error::{CommandError, Hint as _},
    interrupt::interrupted,
    printer::Printer,
    settings::Settings,
};

/// How many threads read files for pages at a time.
const READERS: usize = 4;

/// The arguments of `council serve`.
#[derive(Debug, Args)]
#[command(after_help = "\
Prints an address that lets one browser in, once: the token in it becomes a cookie that no other page gets to see. The page \
shows what `council show`, `explain`, `diff`, `gate` and `rules` print, and its forms record what `decide`, `answer` and \
`gate rereview` record, under the name that is given there.

It listens on this machine only. `--allow-remote` names the address under which it is reached behind a server of yours that \
speaks TLS; the page itself does not.

It decides nothing: it goes on until it is stopped, and ends with 130.

Examples:
  council serve
  council serve --port 4000
  council serve --port 4000 --allow-remote https://council.example.org")]
pub(crate) struct ServeArgs {
    /// Listen on this port instead of a free one
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    port: u16,

    /// Listen on this address; other machines reach it only with `--allow-remote`
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// Let others in through a server that speaks TLS, under this address
    #[arg(long, value_name = "HTTPS-ADDRESS", value_parser = NonEmptyStringValueParser::new())]
    allow_remote: Option<String>,

    /// Look for stage evidence below this folder of the repository
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    evidence_root: Option<String>,
}

/// Answers requests until it is stopped.
pub(crate) fn run(args: &ServeArgs, settings: &Settings) -> Result<Output, CommandError> {
    if !args.bind.is_loopback() && args.allow_remote.is_none() {
        let message =
            format!("`{}` is reached by other machines, and nothing would be encrypted", args.bind);
        return Err(CommandError::usage(message).hint(
            "put a server that speaks TLS in front of it and name its address with `--allow-remote https://HOST`",
        ));
    }
    let remote = match &args.allow_remote {
        Some(address) => Some(PageAddress::behind_tls(address).map_err(|error| {
            CommandError::usage(error.to_string())
                .hint("name it with `--allow-remote https://HOST`")
        })?),
        None => None,
    };
    let around = settings.desk("serve", args.evidence_root.as_deref())?;
    let listener = TcpListener::bind(SocketAddr::new(args.bind, args.port))
        .map_err(CommandError::from)
        .map_err(|error| error.context(format!("failed to listen on port {}", args.port)))
        .hint("choose another port with `--port`, or leave it out for a free one")?;
    let keys = PageSecrets::draw().map_err(|error| {
        CommandError::failure(format!("no random numbers are available: {error}"))
    })?;
    let here = listener.local_addr()?;
    let front = remote.unwrap_or_else(|| PageAddress::of_loopback(here, keys.name()));
    let site = Site::new(around, keys, front);
    let printer = Printer::new(settings);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(READERS)
        .build()?;
    let served = runtime.block_on(async {
        let stop = interrupted()?;
        printer.begun(&format!("{}\n", site.invitation()));
        printer.note("open this address in a browser; it works once. Stop with Ctrl-C");
        if site.invitation().contains(".localhost:") {
            printer.note(&format!(
                "where the browser does not find that name, put `{here}` in its place"
            ));
        }
        council_web::serve(listener, &site, stop).await
    });
    runtime.shutdown_background();
    served?;
    Ok(Output::Stopped)
}
