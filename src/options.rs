//! Every option of every pass: its name, its values and what it is for.
//!
//! Text is `key=value` or `flag`, separated by `;` (a comma ends a pass in a pipeline). Parsing has
//! no side effects.

use crate::diagnostics::Code;
use crate::julia::Version;

/// One option of a pass.
struct Spec {
    /// `key`, or the flag.
    name: &'static str,
    /// The legal values, as shown in errors; empty for a flag.
    values: &'static str,
    /// What it does, for errors.
    help: &'static str,
}

const TAPE_LOWERING: &[Spec] = &[
    Spec { name: "julia", values: "1.6 … 1.13", help: "the Julia version to generate for" },
    Spec {
        name: "on-unsupported",
        values: "error | skip",
        help: "what to do with a tape that cannot be lowered",
    },
    Spec {
        name: "exported",
        values: "refuse | lower",
        help: "what to do with a tape that crosses an externally visible function",
    },
    Spec {
        name: "dynamic",
        values: "vector | apply-type",
        help: "what a tape of run-time length becomes: a vector, or a tuple of its own length",
    },
    Spec { name: "tags", values: "symbol | init", help: "who makes the types of the tapes" },
    Spec { name: "stats", values: "", help: "print what was done to standard error" },
];

const PRINT_TAPES: &[Spec] = &[
    Spec { name: "dot", values: "", help: "a Graphviz graph instead of text" },
    Spec {
        name: "exported",
        values: "refuse | lower",
        help: "as tape-lowering's option: what to do with a tape that crosses an externally visible function",
    },
    Spec {
        name: "dynamic",
        values: "vector | apply-type",
        help: "as tape-lowering's option: what a tape of run-time length becomes",
    },
];

const CALL_WRAPPING: &[Spec] = &[
    Spec {
        name: "callees",
        values: "<glob>[+<glob>…]",
        help: "functions whose direct calls are lazy",
    },
    Spec {
        name: "entries",
        values: "<glob>[+<glob>…]",
        help: "definitions that are compiled lazily",
    },
    Spec { name: "stats", values: "", help: "print what was done to standard error" },
];

const GC_VERIFY: &[Spec] = &[
    Spec {
        name: "rules",
        values: "<rule>[+<rule>…]",
        help: "which rules to check, by name or code (default: all)",
    },
    Spec { name: "except", values: "<rule>[+<rule>…]", help: "which rules to leave out" },
    Spec { name: "warn", values: "", help: "report findings as warnings" },
];

/// What is wrong with an option text; its `Display` lists the valid options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}\n  valid options, separated by ';':{valid}")]
pub struct OptionError {
    problem: String,
    valid: String,
}

/// What to do with a class of tapes that cannot be lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnUnsupported {
    /// Fail, and leave the module as it was.
    #[default]
    Error,
    /// Warn, and leave the class as it was.
    Skip,
}

/// What to do with a tape that crosses an externally visible function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exported {
    /// It cannot be lowered.
    #[default]
    Refuse,
    /// It is; the function's type changes, and its callers must follow.
    Lower,
}

/// What a tape of run-time length becomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dynamic {
    /// A SimpleVector or array: one type for every length.
    #[default]
    Vector,
    /// An object whose type, `NTuple{n, T}`, is made at run time, as Enzyme.jl does.
    ApplyType,
}

/// Who makes the types of the tapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TypeSource {
    /// The program that links the module: it defines a symbol for each.
    #[default]
    Symbol,
    /// The module itself, in a function that the program calls once.
    Init,
}

/// The options of `tape-lowering`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TapeLoweringOptions {
    /// The Julia version, if one was named.
    pub julia: Option<Version>,
    /// What to do with tapes that cannot be lowered.
    pub on_unsupported: OnUnsupported,
    /// What to do with tapes that cross externally visible functions.
    pub exported: Exported,
    /// Who makes the types of the tapes.
    pub tags: TypeSource,
    /// What tapes of run-time length become.
    pub dynamic: Dynamic,
    /// Print counts.
    pub stats: bool,
}

impl TapeLoweringOptions {
    /// Parses the text between `<` and `>`.
    ///
    /// # Errors
    /// An unknown key or value, or a value that is missing or not wanted.
    pub fn parse(text: &str) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for (name, value) in split(text, TAPE_LOWERING)? {
            let bad = || bad_value(TAPE_LOWERING, name, value);
            match name {
                "julia" => options.julia = Some(Version::parse(value).ok_or_else(bad)?),
                "on-unsupported" => {
                    options.on_unsupported = match value {
                        "error" => OnUnsupported::Error,
                        "skip" => OnUnsupported::Skip,
                        _ => return Err(bad()),
                    }
                }
                "exported" => options.exported = exported(value).ok_or_else(bad)?,
                "dynamic" => options.dynamic = dynamic(value).ok_or_else(bad)?,
                "tags" => {
                    options.tags = match value {
                        "symbol" => TypeSource::Symbol,
                        "init" => TypeSource::Init,
                        _ => return Err(bad()),
                    }
                }
                "stats" => options.stats = true,
                _ => unreachable!("{name} is in the table but not handled"),
            }
        }
        Ok(options)
    }
}

fn exported(value: &str) -> Option<Exported> {
    match value {
        "refuse" => Some(Exported::Refuse),
        "lower" => Some(Exported::Lower),
        _ => None,
    }
}

fn dynamic(value: &str) -> Option<Dynamic> {
    match value {
        "vector" => Some(Dynamic::Vector),
        "apply-type" => Some(Dynamic::ApplyType),
        _ => None,
    }
}

/// The options of `print<tapes>`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrintTapesOptions {
    /// Write a graph.
    pub dot: bool,
    /// What would be done with tapes that cross externally visible functions.
    pub exported: Exported,
    /// What tapes of run-time length would become.
    pub dynamic: Dynamic,
}

impl PrintTapesOptions {
    /// Parses the text behind `print<tapes;`.
    ///
    /// # Errors
    /// An unknown key or value, or a value that is missing or not wanted.
    pub fn parse(text: &str) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for (name, value) in split(text, PRINT_TAPES)? {
            let bad = || bad_value(PRINT_TAPES, name, value);
            match name {
                "dot" => options.dot = true,
                "exported" => options.exported = exported(value).ok_or_else(bad)?,
                "dynamic" => options.dynamic = dynamic(value).ok_or_else(bad)?,
                _ => unreachable!("{name} is in the table but not handled"),
            }
        }
        Ok(options)
    }
}

/// The options of `call-wrapping`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallWrappingOptions {
    /// Globs of functions whose direct calls are lazy.
    pub callees: Vec<String>,
    /// Globs of definitions that are compiled lazily.
    pub entries: Vec<String>,
    /// Print counts.
    pub stats: bool,
}

impl CallWrappingOptions {
    /// Parses the text between `<` and `>`.
    ///
    /// # Errors
    /// An unknown key or value, or a value that is missing or not wanted.
    pub fn parse(text: &str) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for (name, value) in split(text, CALL_WRAPPING)? {
            let globs = || value.split('+').map(str::to_string).collect::<Vec<_>>();
            if value.split('+').any(str::is_empty) && name != "stats" {
                return Err(bad_value(CALL_WRAPPING, name, value));
            }
            match name {
                "callees" => options.callees = globs(),
                "entries" => options.entries = globs(),
                "stats" => options.stats = true,
                _ => unreachable!("{name} is in the table but not handled"),
            }
        }
        Ok(options)
    }
}

/// The options of `gc-verify`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GcVerifyOptions {
    /// The rules to check; none: all.
    pub rules: Vec<Code>,
    /// The rules to leave out.
    pub except: Vec<Code>,
    /// Report findings as warnings.
    pub warn: bool,
}

impl GcVerifyOptions {
    /// Parses the text between `<` and `>`.
    ///
    /// # Errors
    /// An unknown key or rule, or a value that is missing or not wanted.
    pub fn parse(text: &str) -> Result<Self, OptionError> {
        let mut options = Self::default();
        for (name, value) in split(text, GC_VERIFY)? {
            match name {
                "rules" => options.rules = rules(name, value)?,
                "except" => options.except = rules(name, value)?,
                "warn" => options.warn = true,
                _ => unreachable!("{name} is in the table but not handled"),
            }
        }
        Ok(options)
    }
}

fn rules(option: &str, value: &str) -> Result<Vec<Code>, OptionError> {
    value.split('+').map(|rule| rule_named(option, rule)).collect()
}

fn rule_named(option: &str, text: &str) -> Result<Code, OptionError> {
    let mut rules = Code::ALL.iter().copied().filter(|code| code.is_rule());
    rules.clone().find(|code| text == code.slug() || text == code.id()).ok_or_else(|| {
        let mut problem = format!("'{text}' is not a value of '{option}', which are");
        rules
            .by_ref()
            .for_each(|code| problem.push_str(&format!("\n    {} {}", code.id(), code.slug())));
        error(GC_VERIFY, problem)
    })
}

/// Splits the text and checks each part against the table; a flag's value is empty.
fn split<'t>(text: &'t str, table: &[Spec]) -> Result<Vec<(&'t str, &'t str)>, OptionError> {
    let mut parts = Vec::new();
    for part in text.split(';').map(str::trim).filter(|p| !p.is_empty()) {
        let (name, value) = match part.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim())),
            None => (part, None),
        };
        let Some(spec) = table.iter().find(|s| s.name == name) else {
            return Err(error(table, format!("unknown option '{name}'")));
        };
        match (spec.values.is_empty(), value) {
            (true, Some(_)) => return Err(error(table, format!("'{name}' takes no value"))),
            (false, None) => return Err(error(table, format!("'{name}' needs a value"))),
            (_, value) => parts.push((name, value.unwrap_or_default())),
        }
        let earlier = &parts[..parts.len() - 1];
        if earlier.iter().any(|&(n, _)| n == name) {
            return Err(error(table, format!("'{name}' is given twice")));
        }
    }
    Ok(parts)
}

fn bad_value(table: &[Spec], name: &str, value: &str) -> OptionError {
    error(table, format!("'{value}' is not a value of '{name}'"))
}

fn error(table: &[Spec], problem: String) -> OptionError {
    let mut valid = String::new();
    for spec in table {
        let shown = match spec.values {
            "" => spec.name.to_string(),
            values => format!("{}={values}", spec.name),
        };
        valid.push_str(&format!("\n    {shown:<32} {}", spec.help));
    }
    OptionError { problem, valid }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_separated_by_semicolons() {
        let options = TapeLoweringOptions::parse("julia=1.10;on-unsupported=skip;stats").unwrap();
        assert_eq!(options.julia, Version::parse("1.10"));
        assert_eq!(options.on_unsupported, OnUnsupported::Skip);
        assert!(options.stats);
    }

    #[test]
    fn a_misspelt_option_lists_the_valid_ones() {
        let error = TapeLoweringOptions::parse("jula=1.10").unwrap_err().to_string();
        assert!(error.contains("unknown option 'jula'"), "{error}");
        for spec in TAPE_LOWERING {
            assert!(error.contains(spec.name), "{error}");
        }
    }

    #[test]
    fn values_are_checked() {
        assert!(TapeLoweringOptions::parse("julia=2.0").is_err());
        assert!(TapeLoweringOptions::parse("julia").is_err());
        assert!(TapeLoweringOptions::parse("stats=1").is_err());
        assert!(TapeLoweringOptions::parse("julia=1.9;julia=1.10").is_err());
        assert!(CallWrappingOptions::parse("callees=").is_err());
        assert!(CallWrappingOptions::parse("callees=a++b").is_err());
    }

    #[test]
    fn rules_are_joined_by_plus() {
        let options = GcVerifyOptions::parse("rules=missing-barrier+JGV009;warn").unwrap();
        assert_eq!(options.rules, [Code::MissingBarrier, Code::TailCall]);
        assert!(options.warn);
        let options = GcVerifyOptions::parse("except=tail-call+JGV002").unwrap();
        assert_eq!(options.except, [Code::TailCall, Code::MissingBarrier]);
        for wrong in ["rules=", "rules=missing-barrier+", "rules=musttail", "except=a", "warn=1"] {
            assert!(GcVerifyOptions::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn globs_are_joined_by_plus() {
        let options = CallWrappingOptions::parse("callees=f*+g;entries=h").unwrap();
        assert_eq!(options.callees, ["f*", "g"]);
        assert_eq!(options.entries, ["h"]);
    }
}
