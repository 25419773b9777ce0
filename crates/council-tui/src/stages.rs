//! The first screen: every spec and every stage, and one of them in full.

use std::collections::BTreeMap;

use council::{
    StoreError,
    core::{
        gate::stage::{DisplayVerdict, Select, SkipReason, Stage, StagePolicy},
        ident::SpecId,
    },
    desk,
    formats::report::Report,
    stage::{self, StageRequest, StageResult},
};
use ratatui::{
    Frame,
    crossterm::event::{KeyCode, KeyEvent},
    layout::{Constraint, Layout, Rect},
    style::{Color, Modifier, Style},
    text::{Line, Span},
    widgets::Paragraph,
};

use crate::{DeskContext, Paint, page::Scroll, text};

/// How wide the columns of the stages are.
const COLUMNS: [u16; 7] = [8, 8, 8, 10, 9, 8, 8];

/// Specs and stages, and the policy that all of them are judged by.
#[derive(Debug)]
pub struct Stages {
    specs: Vec<SpecId>,
    row: usize,
    column: usize,
    /// The first row in view.
    top: usize,
    policy: StagePolicy,
    reviews: BTreeMap<(usize, usize), Result<StageResult, String>>,
    switches: Vec<(Switch, u8)>,
    scroll: Scroll,
}

/// What somebody can demand otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Switch {
    Select,
    Artifacts,
    Warnings,
    Schema,
    Diagnostic,
}

impl Switch {
    const ALL: [Switch; 5] =
        [Switch::Select, Switch::Artifacts, Switch::Warnings, Switch::Schema, Switch::Diagnostic];

    fn of(key: char) -> Option<Self> {
        match key {
            's' => Some(Switch::Select),
            'a' => Some(Switch::Artifacts),
            'w' => Some(Switch::Warnings),
            'x' => Some(Switch::Schema),
            'd' => Some(Switch::Diagnostic),
            _ => None,
        }
    }

    /// Returns the policy with this demanded otherwise.
    fn turned(self, mut policy: StagePolicy) -> StagePolicy {
        match self {
            Switch::Select => {
                let all = Select::ALL.iter().cycle();
                let next = all.skip_while(|one| **one != policy.select).nth(1);
                policy.select = next.copied().unwrap_or_default();
            }
            Switch::Artifacts => policy.strict.artifacts ^= true,
            Switch::Warnings => policy.strict.warnings ^= true,
            Switch::Schema => policy.strict.schema ^= true,
            Switch::Diagnostic => policy.diagnostic ^= true,
        }
        policy
    }

    /// Says how it stands, and how the process would end if it were turned.
    fn says(self, policy: StagePolicy, code: u8) -> String {
        let state = |is_on: bool| if is_on { ("on", "off") } else { ("off", "on") };
        let (name, (now, other)) = match self {
            Switch::Select => {
                ("s select", (policy.select.word(), self.turned(policy).select.word()))
            }
            Switch::Artifacts => ("a strict artifacts", state(policy.strict.artifacts)),
            Switch::Warnings => ("w warnings", state(policy.strict.warnings)),
            Switch::Schema => ("x schema", state(policy.strict.schema)),
            Switch::Diagnostic => ("d diagnostic", state(policy.diagnostic)),
        };
        format!("{name} {now} ({other}: {code})")
    }
}

impl Stages {
    /// Lists the specs of the repository under the project's policy.
    pub fn new(around: &DeskContext) -> Result<Self, StoreError> {
        let mut stages = Self {
            specs: Vec::new(),
            row: 0,
            column: 1,
            top: 0,
            policy: around.demanded.policy(),
            reviews: BTreeMap::new(),
            switches: Vec::new(),
            scroll: Scroll::default(),
        };
        stages.refresh(around)?;
        Ok(stages)
    }

    /// Looks at the repository again, and stays at the spec that was chosen.
    pub(crate) fn refresh(&mut self, around: &DeskContext) -> Result<(), StoreError> {
        let chosen = self.specs.get(self.row).cloned();
        self.specs = desk::specs(&around.repo, around.evidence_root.as_deref())?;
        let at = chosen.and_then(|chosen| self.specs.iter().position(|spec| *spec == chosen));
        self.row = at.unwrap_or(0);
        self.forget();
        Ok(())
    }

    /// Demands something else of every stage.
    pub fn demand(&mut self, policy: StagePolicy) {
        self.policy = policy;
        self.forget();
    }

    /// Chooses a spec and a stage; false where there is none.
    pub fn choose(&mut self, spec: &SpecId, stage: Stage) -> bool {
        let row = self.specs.iter().position(|one| one == spec);
        let column = Stage::ALL.iter().position(|one| *one == stage);
        let (Some(row), Some(column)) = (row, column) else { return false };
        self.go(row, column);
        true
    }

    /// Returns the report of what is chosen, as it is drawn.
    pub fn report(&mut self, around: &DeskContext) -> Option<Result<Report, String>> {
        let reviewed = self.reviewed(around, self.row, self.column)?;
        Some(reviewed.as_ref().map(stage::explained).map_err(Clone::clone))
    }

    fn forget(&mut self) {
        self.reviews.clear();
        self.switches.clear();
    }

    fn go(&mut self, row: usize, column: usize) {
        if (row, column) != (self.row, self.column) {
            (self.row, self.column) = (row, column);
            self.switches.clear();
            self.scroll = Scroll::default();
        }
    }

    /// Takes a key; false where it means nothing here.
    pub(crate) fn press(&mut self, key: KeyEvent, around: &DeskContext) -> bool {
        let (last, right) = (self.specs.len().saturating_sub(1), Stage::ALL.len() - 1);
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.go(self.row.saturating_sub(1), self.column),
            KeyCode::Down | KeyCode::Char('j') => self.go((self.row + 1).min(last), self.column),
            KeyCode::Left | KeyCode::Char('h') => self.go(self.row, self.column.saturating_sub(1)),
            KeyCode::Right | KeyCode::Char('l') => self.go(self.row, (self.column + 1).min(right)),
            KeyCode::Char('c') => self.demand(around.demanded.in_ci()),
            KeyCode::Char('p') => self.demand(around.demanded.policy()),
            KeyCode::Char(c) if Switch::of(c).is_some() => {
                if let Some(switch) = Switch::of(c) {
                    self.demand(switch.turned(self.policy));
                }
            }
            _ => return self.scroll.press(key),
        }
        true
    }

    fn request(&self, around: &DeskContext, row: usize, column: usize) -> Option<StageRequest> {
        Some(StageRequest {
            spec: self.specs.get(row)?.clone(),
            stage: *Stage::ALL.get(column)?,
            evidence_root: around.evidence_root.clone(),
            policy: self.policy,
            in_ci: around.demanded.in_ci(),
            today: (around.today)(),
        })
    }

    fn reviewed(
        &mut self,
        around: &DeskContext,
        row: usize,
        column: usize,
    ) -> Option<&Result<StageResult, String>> {
        let request = self.request(around, row, column)?;
        Some(self.reviews.entry((row, column)).or_insert_with(|| {
            stage::review(&around.repo, &request).map_err(|error| error.to_string())
        }))
    }

    /// Finds out how the chosen stage would end if one thing were demanded otherwise.
    fn turn_each(&mut self, around: &DeskContext) {
        if !self.switches.is_empty() {
            return;
        }
        let Some(request) = self.request(around, self.row, self.column) else { return };
        self.switches = Switch::ALL
            .into_iter()
            .map(|switch| {
                let policy = switch.turned(request.policy);
                let review =
                    stage::review(&around.repo, &StageRequest { policy, ..request.clone() });
                (switch, review.map_or(3, |reviewed| reviewed.review.outcome().exit_code()))
            })
            .collect();
    }

    /// Draws the table, what is chosen, and what could be demanded.
    pub(crate) fn draw(
        &mut self,
        frame: &mut Frame<'_>,
        area: Rect,
        around: &DeskContext,
        paint: Paint,
    ) {
        if self.specs.is_empty() {
            let said = [
                "There are no specs here: no folder of `docs` holds a spec, a plan, tasks or an audit, and no stage evidence was found.".to_owned(),
                "Tab shows sessions, panels and forums.".to_owned(),
            ];
            frame.render_widget(Paragraph::new(text::plain(&said, area.width)), area);
            return;
        }
        let rows =
            u16::try_from(self.specs.len()).unwrap_or(u16::MAX).min((area.height / 3).max(3));
        let [table, rule, detail, demands] = Layout::vertical([
            Constraint::Length(rows + 1),
            Constraint::Length(1),
            Constraint::Min(3),
            Constraint::Length(4),
        ])
        .areas(area);
        self.table(frame, table, around, paint);
        self.turn_each(around);
        let lines = match self.report(around) {
            Some(Ok(report)) => text::reports(&[report], detail.width, paint),
            Some(Err(error)) => text::plain(&[error], detail.width),
            None => Vec::new(),
        };
        self.scroll.draw(frame, detail, lines);
        let place = self.scroll.place();
        frame.render_widget(Paragraph::new(ruled("", &place, rule.width)), rule);
        self.demands(frame, demands, around);
    }

    fn table(&mut self, frame: &mut Frame<'_>, area: Rect, around: &DeskContext, paint: Paint) {
        let height = usize::from(area.height.saturating_sub(1)).max(1);
        self.top = self.top.min(self.row).max((self.row + 1).saturating_sub(height));
        let taken: u16 = COLUMNS.iter().sum();
        let width = usize::from(area.width.saturating_sub(taken + 2)).clamp(8, 40);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let mut header = vec![Span::styled(format!("  {:width$}", "spec"), bold)];
        for (stage, columns) in Stage::ALL.iter().zip(COLUMNS) {
            let columns = usize::from(columns);
            header.push(Span::styled(format!(" {:<1$}", stage.word(), columns - 1), bold));
        }
        let mut lines = vec![Line::from(header)];
        for row in self.top..(self.top + height).min(self.specs.len()) {
            lines.push(self.row(row, width, around, paint));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn row(
        &mut self,
        row: usize,
        width: usize,
        around: &DeskContext,
        paint: Paint,
    ) -> Line<'static> {
        let name = self.specs.get(row).map(SpecId::as_str).unwrap_or_default();
        let mark = if row == self.row { '>' } else { ' ' };
        let name = text::cut(name, width);
        let mut spans = vec![Span::raw(format!("{mark} {name:width$}"))];
        for (column, columns) in COLUMNS.into_iter().enumerate() {
            let columns = usize::from(columns);
            let is_chosen = (row, column) == (self.row, self.column);
            let Some(reviewed) = self.reviewed(around, row, column) else { continue };
            let (word, color) = cell(reviewed);
            let style = match paint {
                Paint::Colored => Style::new().fg(color),
                Paint::Plain => Style::new(),
            };
            let (shown, style) = if is_chosen {
                (format!("[{word}]"), style.add_modifier(Modifier::REVERSED))
            } else {
                (format!(" {word} "), style)
            };
            let blank = columns.saturating_sub(shown.chars().count());
            spans.extend([Span::styled(shown, style), Span::raw(" ".repeat(blank))]);
        }
        Line::from(spans)
    }

    fn demands(&mut self, frame: &mut Frame<'_>, area: Rect, around: &DeskContext) {
        let title = match self.reviewed(around, self.row, self.column) {
            Some(Ok(StageResult { review, in_ci })) => format!(
                "policy: exit {} now, {} in CI",
                review.outcome().exit_code(),
                in_ci.outcome().exit_code()
            ),
            Some(Err(_)) => "policy: exit 3, the evidence cannot be listed".to_owned(),
            None => String::new(),
        };
        let mut said: Vec<String> =
            self.switches.iter().map(|(switch, code)| switch.says(self.policy, *code)).collect();
        said.push("c as in CI".to_owned());
        said.push("p as the project".to_owned());
        let mut lines = vec![ruled(&title, "", area.width), Line::default()];
        for one in said {
            let last = lines.last().map_or(0, Line::width);
            if last > 0 && last + 3 + one.chars().count() > usize::from(area.width) {
                lines.push(Line::default());
            }
            if let Some(line) = lines.last_mut() {
                let gap = if line.width() == 0 { " " } else { "   " };
                line.push_span(Span::raw(format!("{gap}{one}")));
            }
        }
        frame.render_widget(Paragraph::new(lines), area);
    }
}

/// Returns the word and the colour of a cell.
fn cell(reviewed: &Result<StageResult, String>) -> (&'static str, Color) {
    let Ok(reviewed) = reviewed else { return ("ERROR", Color::Red) };
    match reviewed.review.display() {
        None => ("UNREAD", Color::Red),
        Some(DisplayVerdict::Passed) => ("passed", Color::Green),
        Some(DisplayVerdict::PassedWithWarnings) => ("warned", Color::Yellow),
        Some(DisplayVerdict::Failed) => ("FAILED", Color::Red),
        Some(DisplayVerdict::Skipped(reason)) => match reason {
            SkipReason::NoArtifactsFound => ("none", Color::Reset),
            SkipReason::NoUsableArtifacts => ("empty", Color::Yellow),
            SkipReason::NotApplicable => ("n/a", Color::Reset),
            SkipReason::PolicyDisabled => ("off", Color::Reset),
        },
    }
}

/// Returns a line across the screen with a title on the left and a remark on the right.
pub(crate) fn ruled(title: &str, remark: &str, width: u16) -> Line<'static> {
    let mut line = String::from("──");
    if !title.is_empty() {
        line = format!("── {title} ");
    }
    let remark = if remark.is_empty() { String::new() } else { format!(" {remark} ──") };
    let taken = Span::raw(line.as_str()).width() + Span::raw(remark.as_str()).width();
    line.push_str(&"─".repeat(usize::from(width).saturating_sub(taken)));
    Line::from(line + &remark)
}
