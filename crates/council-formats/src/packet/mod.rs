//! Packets from text: a Markdown PRD, a PRD folder, a spec packet.
