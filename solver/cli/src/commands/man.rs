//! `solve man`: manual pages, one for the program and one for each command.

use crate::failure::Failure;
use crate::outputs::{probe_folder, write};
use clap::{Args, Command};
use clap_mangen::Man;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
#[command(after_help = "Example: solve man ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The folder; it is made if it is not there
    folder: PathBuf,
}

pub fn run(args: &ManArgs, mut program: Command) -> Result<ExitCode, Failure> {
    program.build();
    let mut pages = Vec::new();
    collect(&program, "solve", &mut pages);
    let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
    probe_folder(&args.folder, &names)?;
    for (name, page) in &pages {
        write(&args.folder.join(name), page)?;
    }
    println!("{} pages written to {}", pages.len(), args.folder.display());
    Ok(ExitCode::SUCCESS)
}

/// The pages of a command and of its subcommands.
fn collect(command: &Command, name: &str, pages: &mut Vec<(String, Vec<u8>)>) {
    let mut page = Vec::new();
    let titled = command.clone().name(name.to_owned());
    if Man::new(titled).render(&mut page).is_ok() {
        pages.push((format!("{name}.1"), page));
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        collect(inner, &format!("{name}-{}", inner.get_name()), pages);
    }
}
