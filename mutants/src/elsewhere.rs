//! Code that is not built on this system. A change of it would pass every test here and say nothing.

use std::env::consts::OS;

use syn::{
    Attribute, Expr, ExprLit, ImplItemFn, ItemFn, ItemImpl, ItemMod, Lit, Meta, Token,
    punctuated::Punctuated,
    spanned::Spanned as _,
    visit::{self, Visit},
};

/// The lines of a file, from the first to the last of each stretch, that are built for other systems alone.
pub fn lines(file: &syn::File) -> Vec<(usize, usize)> {
    let mut stretches = Stretches(Vec::new());
    stretches.visit_file(file);
    stretches.0
}

struct Stretches(Vec<(usize, usize)>);

impl Stretches {
    fn look(&mut self, attributes: &[Attribute], span: proc_macro2::Span) {
        if !attributes.iter().all(is_built) {
            self.0.push((span.start().line, span.end().line));
        }
    }
}

impl<'ast> Visit<'ast> for Stretches {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.look(&item.attrs, item.span());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.look(&item.attrs, item.span());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.look(&item.attrs, item.span());
        visit::visit_item_impl(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.look(&item.attrs, item.span());
        visit::visit_item_mod(self, item);
    }
}

/// Tells whether an attribute lets what it stands above be built here.
fn is_built(attribute: &Attribute) -> bool {
    if !attribute.path().is_ident("cfg") {
        return true;
    }
    attribute.parse_args::<Meta>().is_ok_and(|condition| holds(&condition))
}

/// Tells whether a condition holds. What says nothing of the system is taken to hold.
fn holds(condition: &Meta) -> bool {
    let all_of = |condition: &Meta| {
        let Meta::List(list) = condition else { return Vec::new() };
        let inner = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated);
        inner.map(|inner| inner.into_iter().collect::<Vec<_>>()).unwrap_or_default()
    };
    let name = condition.path().get_ident().map(ToString::to_string).unwrap_or_default();
    match (name.as_str(), condition) {
        ("not", _) => !all_of(condition).iter().all(holds),
        ("any", _) => all_of(condition).iter().any(holds),
        ("all", _) => all_of(condition).iter().all(holds),
        ("unix", _) => cfg!(unix),
        ("windows", _) => cfg!(windows),
        ("target_os", Meta::NameValue(pair)) => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(word), .. }) => word.value() == OS,
            _ => true,
        },
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_for_another_system_is_told_by_its_condition() {
        let other = if cfg!(windows) { "unix" } else { "windows" };
        let source = format!(
            "#[cfg({other})]\nfn a() {{}}\n#[cfg(not({other}))]\nfn b() {{}}\n\
             #[cfg(not(any(target_os = \"{OS}\", target_os = \"none\")))]\nmod c {{\n    fn d() {{}}\n}}\n\
             #[cfg(test)]\nfn e() {{}}\n"
        );
        assert_eq!(lines(&syn::parse_file(&source).unwrap()), [(1, 2), (5, 8)]);
    }
}
