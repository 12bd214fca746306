//! Globs over function names: `*` is any run of characters, `?` any one, all else itself.
//!
//! Invariant: matching takes at most `pattern × text` steps, whatever the pattern.

/// Whether any of the globs matches the whole of `text`.
pub fn any_matches(globs: &[String], text: &str) -> bool {
    globs.iter().any(|glob| matches(glob, text))
}

/// The globs that match none of these names.
pub fn matching_none<'g>(globs: &'g [String], names: &[String]) -> Vec<&'g str> {
    let matches_none = |glob: &&String| !names.iter().any(|name| matches(glob, name));
    globs.iter().filter(matches_none).map(String::as_str).collect()
}

/// Whether `glob` matches the whole of `text`.
fn matches(glob: &str, text: &str) -> bool {
    let glob: Vec<char> = glob.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut g, mut t) = (0, 0);
    // The last `*`, and the text behind what it stands for so far. An earlier `*` never needs to
    // grow again: the last one can take whatever it would have taken.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match glob.get(g) {
            Some('*') => {
                star = Some((g, t));
                g += 1;
            }
            Some(&c) if c == '?' || c == text[t] => {
                g += 1;
                t += 1;
            }
            _ => {
                let Some((at, end)) = star else { return false };
                star = Some((at, end + 1));
                g = at + 1;
                t = end + 1;
            }
        }
    }
    glob[g..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_matches_itself_only() {
        assert!(matches("julia_f_12", "julia_f_12"));
        assert!(!matches("julia_f_12", "julia_f_123"));
        assert!(!matches("julia_f_12", "xjulia_f_12"));
        assert!(matches("", ""));
        assert!(!matches("", "f"));
    }

    #[test]
    fn a_star_is_any_run() {
        assert!(matches("*", ""));
        assert!(matches("*", "anything"));
        assert!(matches("julia_*", "julia_"));
        assert!(matches("julia_*_12", "julia_f_g_12"));
        assert!(!matches("julia_*_12", "julia_f_13"));
        assert!(matches("*f*", "xxfyy"));
        assert!(matches("a**b", "ab"));
    }

    #[test]
    fn an_early_guess_is_taken_back() {
        assert!(matches("*ab", "aab"));
        assert!(matches("*aab", "aaaab"));
        assert!(matches("*ab*cd", "xababcxcd"));
        assert!(!matches("*ab*cd", "xabcx"));
    }

    #[test]
    fn a_question_mark_is_one_character() {
        assert!(matches("f?", "f1"));
        assert!(!matches("f?", "f"));
        assert!(!matches("f?", "f12"));
        assert!(matches("?é?", "αéβ"));
    }

    #[test]
    fn other_characters_have_no_meaning() {
        assert!(!matches("[ab]", "a"));
        assert!(matches("f.body", "f.body"));
        assert!(!matches("f.body", "fxbody"));
    }

    #[test]
    fn many_stars_do_not_take_exponential_time() {
        let glob = "*a".repeat(50) + "b";
        assert!(!matches(&glob, &"a".repeat(2000)));
    }

    #[test]
    fn one_of_several_is_enough() {
        let globs = ["f*".to_string(), "g".to_string()];
        assert!(any_matches(&globs, "g"));
        assert!(any_matches(&globs, "f7"));
        assert!(!any_matches(&globs, "h"));
        assert!(!any_matches(&[], "h"));
    }
}
