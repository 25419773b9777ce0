//! Which layout a folder has, from the names of its files.

use council_core::packet::PacketKind;

/// Names that make a folder of Markdown a spec packet.
const SPEC: [&str; 6] = ["spec.md", "plan.md", "tasks.md", "prd.md", "proposal.md", "audit.md"];

/// Returns the layout of a folder, from the paths of its files relative to it; nothing where it holds no packet.
pub fn layout<'a>(files: impl IntoIterator<Item = &'a str>) -> Option<PacketKind> {
    let mut markdown = 0_usize;
    let mut has_spec = false;
    let mut has_yaml = false;
    for file in files {
        let lower = file.to_lowercase();
        let name = lower.rsplit('/').next().unwrap_or(&lower);
        has_yaml |= is_yaml(file);
        has_spec |= SPEC.contains(&name);
        markdown += usize::from(is_markdown(file));
    }
    match (has_yaml, markdown) {
        _ if has_spec => Some(PacketKind::SpecPacket),
        (true, _) => Some(PacketKind::PrdFolder),
        (false, 0) => None,
        (false, 1) => Some(PacketKind::MarkdownPrd),
        (false, _) => Some(PacketKind::SpecPacket),
    }
}

/// Tells whether a file can be a document of a packet, by its name.
pub fn is_read(path: &str) -> bool {
    is_markdown(path) || is_yaml(path)
}

/// Tells whether a path is of a YAML file.
pub fn is_yaml(path: &str) -> bool {
    has_extension(path, &["yaml", "yml"])
}

/// Tells whether a path is of a Markdown file.
pub(super) fn is_markdown(path: &str) -> bool {
    has_extension(path, &["md", "markdown"])
}

fn has_extension(path: &str, extensions: &[&str]) -> bool {
    let extension = path.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    extension.is_some_and(|extension| extensions.contains(&extension.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_tell_the_layout() {
        for (files, kind) in [
            (&["spec.md", "plan.md"][..], Some(PacketKind::SpecPacket)),
            (&["PRD.md", "evidence/run.yaml"], Some(PacketKind::SpecPacket)),
            (&["00_meta.yaml", "requirements/REQ-0001.yaml"], Some(PacketKind::PrdFolder)),
            (&["payments.md"], Some(PacketKind::MarkdownPrd)),
            (&["a.md", "b.md"], Some(PacketKind::SpecPacket)),
            (&["main.rs", "logo.png"], None),
            (&[], None),
        ] {
            assert_eq!(layout(files.iter().copied()), kind, "{files:?}");
        }
    }
}
