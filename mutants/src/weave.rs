//! Weaves changes into a file, each behind a question that is answered when the program runs.
//!
//! `a == b` becomes `(is(7) != (a == b))`, a function's body begins with `if is(8) { return None; }`, and so on: one build
//! holds all changes, and a test run costs no compiler.

use std::ops::Range;

use anyhow::{Context as _, Result};
use proc_macro2::{LineColumn, Span};
use syn::{
    Arm, BinOp, Expr, ExprBinary, ExprMatch, ExprStruct, ExprUnary,
    spanned::Spanned as _,
    visit::{self, Visit},
};

use crate::{
    elsewhere,
    list::{Genre, Mutant, Place},
};

/// How a change is asked for in a woven file.
pub const ASK: &str = "crate::mutant_switch::is";

/// A file with changes in it.
#[derive(Debug, Default)]
pub struct Woven {
    /// The file.
    pub text: String,
    /// Where each change stands in it.
    pub regions: Vec<(usize, Range<usize>)>,
    /// The changes for which there is no place.
    pub unplaced: Vec<usize>,
}

/// A place where something is woven in. Sites lie beside or inside one another, never across.
#[derive(Debug)]
struct Site {
    range: Range<usize>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// In front of a function's body.
    Value { id: usize, replacement: String },
    /// An operator between two expressions.
    Binary { left: Range<usize>, op: String, right: Range<usize>, changes: Vec<(usize, String)> },
    /// An operator in front of an expression.
    Unary { id: usize, operand: Range<usize> },
    /// A guard of an arm, which can be made to hold, not to hold, or to take the arm away.
    Guard { changes: Vec<(usize, String)>, gone: Option<usize> },
    /// An arm without a guard.
    Unguarded { gone: usize },
    /// Behind the last arm of a match that can lose one: when all can be gone, the compiler misses some.
    LastArm { comma: &'static str },
    /// A structure with a base, which can do without some of its fields.
    Struct { changes: Vec<(usize, Range<usize>)> },
}

/// Weaves the changes of one file into it; each has a number.
pub fn weave(source: &str, mutants: &[(usize, &Mutant)]) -> Result<Woven> {
    let file = syn::parse_file(source).context("failed to parse")?;
    let lines = Lines::of(source);
    let elsewhere = elsewhere::lines(&file);
    let is_built = |mutant: &Mutant| {
        let line = mutant.span.start.line;
        !elsewhere.iter().any(|(first, last)| (*first..=*last).contains(&line))
    };
    let all = mutants;
    let built: Vec<_> = all.iter().filter(|(_, mutant)| is_built(mutant)).copied().collect();
    let mutants = built.as_slice();
    let mut finder = Finder { lines: &lines, mutants, sites: Vec::new(), placed: Vec::new() };
    for (id, mutant) in mutants {
        if mutant.genre == Genre::FnValue {
            let at = lines.offset(mutant.span.start);
            let kind = Kind::Value { id: *id, replacement: mutant.replacement.clone() };
            finder.sites.push(Site { range: at..at, kind });
            finder.placed.push(*id);
        }
    }
    finder.visit_file(&file);
    let Finder { mut sites, placed, .. } = finder;
    // The outer before the inner, and what is in front of a body before the body.
    sites.sort_by_key(|site| (site.range.start, !site.range.is_empty(), usize::MAX - site.range.end));
    let mut weaver = Weaver { source, sites: &sites, woven: Woven::default() };
    weaver.copy(0..source.len(), 0);
    let mut woven = weaver.woven;
    let is_unplaced = |id: &usize| !placed.contains(id);
    woven.unplaced = all.iter().map(|(id, _)| *id).filter(is_unplaced).collect();
    Ok(woven)
}

/// Finds the places of changes that need to know how Rust reads the file.
struct Finder<'a> {
    lines: &'a Lines,
    mutants: &'a [(usize, &'a Mutant)],
    sites: Vec<Site>,
    placed: Vec<usize>,
}

impl Finder<'_> {
    /// Returns the changes of a kind that begin at a place.
    fn at(&self, genre: Genre, start: usize) -> Vec<(usize, String)> {
        let here = self.mutants.iter().filter(|(_, mutant)| {
            mutant.genre == genre && self.lines.offset(mutant.span.start) == start
        });
        here.map(|(id, mutant)| (*id, mutant.replacement.clone())).collect()
    }

    fn range(&self, span: Span) -> Range<usize> {
        self.lines.offset(place(span.start()))..self.lines.offset(place(span.end()))
    }

    fn add(&mut self, range: Range<usize>, ids: impl IntoIterator<Item = usize>, kind: Kind) {
        self.placed.extend(ids);
        self.sites.push(Site { range, kind });
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_binary(&mut self, expr: &'ast ExprBinary) {
        let op = self.range(expr.op.span());
        let changes = self.at(Genre::BinaryOperator, op.start);
        // A `let` cannot stand anywhere else, so such a change is none that can be built.
        if !changes.is_empty() && !holds_let(&expr.left) && !holds_let(&expr.right) {
            let (left, right) = (self.range(expr.left.span()), self.range(expr.right.span()));
            let ids: Vec<usize> = changes.iter().map(|(id, _)| *id).collect();
            let op = operator(&expr.op);
            self.add(self.range(expr.span()), ids, Kind::Binary { left, op, right, changes });
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast ExprUnary) {
        let at = self.range(expr.op.span()).start;
        for (id, _) in self.at(Genre::UnaryOperator, at) {
            let operand = self.range(expr.expr.span());
            self.add(self.range(expr.span()), [id], Kind::Unary { id, operand });
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let gone = self.at(Genre::MatchArm, self.range(arm.span()).start);
        let gone = gone.first().map(|(id, _)| *id);
        match (&arm.guard, gone) {
            (Some((_, guard)), gone) => {
                let range = self.range(guard.span());
                let changes = self.at(Genre::MatchArmGuard, range.start);
                let ids: Vec<usize> = changes.iter().map(|(id, _)| *id).chain(gone).collect();
                if !ids.is_empty() {
                    self.add(range, ids, Kind::Guard { changes, gone });
                }
            }
            (None, Some(gone)) => {
                let end = self.range(arm.pat.span()).end;
                self.add(end..end, [gone], Kind::Unguarded { gone });
            }
            (None, None) => {}
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_match(&mut self, expr: &'ast ExprMatch) {
        let can_lose = |arm: &Arm| !self.at(Genre::MatchArm, self.range(arm.span()).start).is_empty();
        if let (true, Some(last)) = (expr.arms.iter().any(can_lose), expr.arms.last()) {
            let end = self.range(last.span()).end;
            let comma = if last.comma.is_some() { "" } else { "," };
            self.add(end..end, [], Kind::LastArm { comma });
        }
        visit::visit_expr_match(self, expr);
    }

    fn visit_expr_struct(&mut self, expr: &'ast ExprStruct) {
        let mut changes = Vec::new();
        for pair in expr.fields.pairs() {
            let field = self.range(pair.value().span());
            let end = pair.punct().map_or(field.end, |comma| self.range(comma.span()).end);
            let here = self.at(Genre::StructField, field.start);
            changes.extend(here.into_iter().map(|(id, _)| (id, field.start..end)));
        }
        if !changes.is_empty() {
            let ids: Vec<usize> = changes.iter().map(|(id, _)| *id).collect();
            self.add(self.range(expr.span()), ids, Kind::Struct { changes });
        }
        visit::visit_expr_struct(self, expr);
    }
}

/// Writes the file with its sites.
struct Weaver<'a> {
    source: &'a str,
    sites: &'a [Site],
    woven: Woven,
}

impl Weaver<'_> {
    /// Copies a stretch of the file, with the sites from `next` on that lie in it.
    fn copy(&mut self, range: Range<usize>, mut next: usize) {
        let mut from = range.start;
        while let Some(site) = self.sites.get(next) {
            let is_inside = site.range.start >= from && site.range.end <= range.end;
            if site.range.start >= range.end && !(site.range.is_empty() && is_inside) {
                break;
            }
            next += 1;
            if !is_inside {
                continue;
            }
            self.plain(from..site.range.start);
            self.site(site, next);
            from = site.range.end;
        }
        self.plain(from..range.end);
    }

    fn plain(&mut self, range: Range<usize>) {
        self.woven.text.push_str(&self.source[range]);
    }

    fn push(&mut self, text: &str) {
        self.woven.text.push_str(text);
    }

    /// Writes something that is there because of one change.
    fn change(&mut self, id: usize, write: impl FnOnce(&mut Self)) {
        let start = self.woven.text.len();
        write(self);
        self.woven.regions.push((id, start..self.woven.text.len()));
    }

    fn site(&mut self, site: &Site, next: usize) {
        match &site.kind {
            Kind::Value { id, replacement } => self.change(*id, |weaver| {
                weaver.push(&format!("if {ASK}({id}) {{ return {replacement}; }} "));
            }),
            Kind::Binary { left, op, right, changes } => match (op.as_str(), changes.as_slice()) {
                ("==", [(id, other)]) | ("!=", [(id, other)]) if other == "!=" || other == "==" => {
                    self.change(*id, |weaver| {
                        weaver.push(&format!("({ASK}({id}) != ("));
                        weaver.copy(site.range.clone(), next);
                        weaver.push("))");
                    });
                }
                ("&&" | "||", [(id, other)]) if other == "&&" || other == "||" => {
                    self.change(*id, |weaver| {
                        weaver.push("({ let left_side: bool = ");
                        weaver.copy(left.clone(), next);
                        weaver.push(&format!("; if {ASK}({id}) {{ left_side {other} "));
                        weaver.copy(right.clone(), next);
                        weaver.push(&format!(" }} else {{ left_side {op} "));
                        weaver.copy(right.clone(), next);
                        weaver.push(" } })");
                    });
                }
                _ => {
                    self.push("(");
                    for (id, other) in changes {
                        self.change(*id, |weaver| {
                            weaver.push(&format!("if {ASK}({id}) {{ "));
                            weaver.copy(left.clone(), next);
                            weaver.push(&format!(" {other} "));
                            weaver.copy(right.clone(), next);
                            weaver.push(" } else ");
                        });
                    }
                    self.push("{ ");
                    self.copy(site.range.clone(), next);
                    self.push(" })");
                }
            },
            Kind::Unary { id, operand } => {
                self.push("(");
                self.change(*id, |weaver| {
                    weaver.push(&format!("if {ASK}({id}) {{ "));
                    weaver.copy(operand.clone(), next);
                    weaver.push(" } else ");
                });
                self.push("{ ");
                self.copy(site.range.clone(), next);
                self.push(" })");
            }
            Kind::Guard { changes, gone } => {
                if let Some(id) = gone {
                    self.change(*id, |weaver| weaver.push(&format!("!{ASK}({id}) && ")));
                }
                self.push("(");
                for (id, other) in changes {
                    self.change(*id, |weaver| {
                        weaver.push(&format!("if {ASK}({id}) {{ {other} }} else "));
                    });
                }
                self.push("{ ");
                self.copy(site.range.clone(), next);
                self.push(" })");
            }
            Kind::Unguarded { gone } => {
                self.change(*gone, |weaver| weaver.push(&format!(" if !{ASK}({gone})")));
            }
            Kind::LastArm { comma } => self.push(&format!("{comma} _ => unreachable!(),")),
            Kind::Struct { changes } => {
                self.push("(");
                for (id, field) in changes {
                    self.change(*id, |weaver| {
                        weaver.push(&format!("if {ASK}({id}) {{ "));
                        weaver.copy(site.range.start..field.start, next);
                        weaver.copy(field.end..site.range.end, next);
                        weaver.push(" } else ");
                    });
                }
                self.push("{ ");
                self.copy(site.range.clone(), next);
                self.push(" })");
            }
        }
    }
}

/// Tells whether an expression is a condition with a `let` in it.
fn holds_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) => {
            holds_let(left) || holds_let(right)
        }
        _ => false,
    }
}

fn operator(op: &BinOp) -> String {
    match op {
        BinOp::Eq(_) => "==",
        BinOp::Ne(_) => "!=",
        BinOp::And(_) => "&&",
        BinOp::Or(_) => "||",
        _ => "",
    }
    .to_owned()
}

fn place(at: LineColumn) -> Place {
    Place { line: at.line, column: at.column + 1 }
}

/// Where the lines of a text begin, for places that count characters.
struct Lines {
    starts: Vec<(usize, Vec<usize>)>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let mut at = 0;
        let mut starts = Vec::new();
        for line in text.split_inclusive('\n') {
            let mut columns: Vec<usize> = line.char_indices().map(|(at, _)| at).collect();
            columns.push(line.len());
            starts.push((at, columns));
            at += line.len();
        }
        starts.push((at, vec![0]));
        Self { starts }
    }

    /// Returns where a place is, in bytes. A place behind the end is the end.
    fn offset(&self, place: Place) -> usize {
        let last = self.starts.last().map_or(0, |(at, _)| *at);
        let Some((at, columns)) = self.starts.get(place.line.saturating_sub(1)) else { return last };
        at + columns.get(place.column.saturating_sub(1)).or(columns.last()).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::{Function, Span};

    /// Makes a change of what stands first in a text.
    fn change(source: &str, genre: Genre, what: &str, replacement: &str) -> Mutant {
        let at = source.find(what).unwrap();
        let line = source[..at].matches('\n').count() + 1;
        let column = source[..at].rsplit('\n').next().unwrap().chars().count() + 1;
        let start = Place { line, column };
        Mutant {
            name: what.to_owned(),
            file: "a.rs".to_owned(),
            package: "a".to_owned(),
            genre,
            replacement: replacement.to_owned(),
            span: Span { start, end: start },
            function: Some(Function { return_type: String::new() }),
        }
    }

    fn woven(source: &str, changes: &[Mutant]) -> String {
        let numbered: Vec<(usize, &Mutant)> = changes.iter().enumerate().collect();
        let woven = weave(source, &numbered).unwrap();
        assert!(woven.unplaced.is_empty(), "{woven:?}");
        assert!(syn::parse_file(&woven.text).is_ok(), "{}", woven.text);
        woven.text.replace(ASK, "is")
    }

    #[test]
    fn a_body_can_be_left_at_once() {
        let source = "fn f() -> u8 {\n    // é\n    g()\n}\n";
        let text = woven(source, &[change(source, Genre::FnValue, "g()", "1")]);
        assert_eq!(text, "fn f() -> u8 {\n    // é\n    if is(0) { return 1; } g()\n}\n");
    }

    #[test]
    fn operators_are_woven_inside_one_another() {
        let source = "fn f() -> bool { a == 1 && b < 2 }\n";
        let changes = [
            change(source, Genre::BinaryOperator, "==", "!="),
            change(source, Genre::BinaryOperator, "&&", "||"),
            change(source, Genre::BinaryOperator, "<", ">"),
            change(source, Genre::BinaryOperator, "<", "<="),
        ];
        let less = "(if is(2) { b > 2 } else if is(3) { b <= 2 } else { b < 2 })";
        let wanted = format!(
            "fn f() -> bool {{ ({{ let left_side: bool = (is(0) != (a == 1)); if is(1) {{ left_side || {less} }} else {{ left_side && {less} }} }}) }}\n"
        );
        assert_eq!(woven(source, &changes), wanted);
    }

    #[test]
    fn a_negation_an_arm_a_guard_and_a_field_can_be_taken_away() {
        let source = "fn f() { match !a { 1 => 2, x if y(x) => 3, _ => 4 } S { b: 1, ..c() } }\n";
        let changes = [
            change(source, Genre::UnaryOperator, "!a", ""),
            change(source, Genre::MatchArm, "1 =>", ""),
            change(source, Genre::MatchArmGuard, "y(x)", "true"),
            change(source, Genre::MatchArm, "x if", ""),
            change(source, Genre::StructField, "b: 1", ""),
        ];
        let wanted = "fn f() { match (if is(0) { a } else { !a }) { 1 if !is(1) => 2, \
            x if !is(3) && (if is(2) { true } else { y(x) }) => 3, _ => 4, _ => unreachable!(), } \
            (if is(4) { S {  ..c() } } else { S { b: 1, ..c() } }) }\n";
        assert_eq!(woven(source, &changes), wanted);
    }

    #[test]
    fn what_is_not_built_here_has_no_place() {
        let other = if cfg!(windows) { "unix" } else { "windows" };
        let source = format!("#[cfg({other})]\nfn f() -> u8 {{\n    g()\n}}\n");
        let change = change(&source, Genre::FnValue, "g()", "1");
        assert_eq!(weave(&source, &[(7, &change)]).unwrap().unplaced, [7]);
    }

    #[test]
    fn a_condition_with_a_let_has_no_place_for_another_operator() {
        let source = "fn f() { if let Some(a) = b && c {} }\n";
        let change = change(source, Genre::BinaryOperator, "&&", "||");
        assert_eq!(weave(source, &[(7, &change)]).unwrap().unplaced, [7]);
    }
}
