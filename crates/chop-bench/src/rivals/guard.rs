//! Nobody is measured before all agree: every entrant judges the same signatures on every route it has.
//!
//! What is honest or altered has one right verdict, and whoever gives another stops the run. What is
//! irregular has a verdict for each rule: chop must give those of the page about rules, and the others'
//! are shown.

use super::Entrant;
use super::corpus::{self, Edge, Known, described};
use chop_bench::subject::{Case, is_together};
use chop_report::{Case as Column, VerdictRow, VerdictTable};

/// Cases that are put to a route of `verify_all` together.
const BATCH: usize = 64;

/// Asks everybody about what is honest and what is altered.
///
/// # Errors
/// Names who gave a wrong verdict, by which route, and the case.
pub(crate) fn agree(entrants: &mut [Entrant], questions: &Questions) -> Result<usize, String> {
    let mut routes = 0;
    for entrant in entrants {
        for route in entrant.routes.clone() {
            let cases = questions.of(&route);
            match is_together(&route) {
                true => judge_together(entrant, &route, cases)?,
                false => judge_each(entrant, &route, cases)?,
            }
            routes += 1;
        }
    }
    Ok(routes)
}

fn judge_each(entrant: &mut Entrant, route: &str, cases: &[Known]) -> Result<(), String> {
    let asked: Vec<&Case> = cases.iter().map(|known| &known.case).collect();
    let verdicts = entrant.verdicts(route, &asked)?;
    for (known, verdict) in cases.iter().zip(verdicts) {
        if verdict.is_some_and(|verdict| verdict != known.valid) {
            return Err(disagreement(entrant, route, known));
        }
    }
    Ok(())
}

/// All honest cases of a batch together are valid; with one of them altered they are not.
fn judge_together(entrant: &mut Entrant, route: &str, cases: &[Known]) -> Result<(), String> {
    let honest: Vec<&Known> = cases.iter().filter(|known| known.valid).take(BATCH).collect();
    let altered = cases.iter().filter(|known| !known.valid).take(honest.len() / 2);
    let mut batch: Vec<&Case> = honest.iter().map(|known| &known.case).collect();
    let Some(known) = honest.first() else { return Ok(()) };
    if entrant.verdicts(route, &batch)? == [Some(false)] {
        return Err(disagreement(entrant, route, known));
    }
    for (i, known) in altered.enumerate() {
        let place = std::mem::replace(&mut batch[i], &known.case);
        if entrant.verdicts(route, &batch)? == [Some(true)] {
            return Err(disagreement(entrant, route, known));
        }
        batch[i] = place;
    }
    Ok(())
}

fn disagreement(entrant: &Entrant, route: &str, known: &Known) -> String {
    let (id, how) = (entrant.build.id, known.how);
    let [verb, verdict] = if known.valid { ["refuses", "valid"] } else { ["accepts", "invalid"] };
    format!("{id}: {route} {verb} a signature that is {verdict} ({how}): {}", described(&known.case))
}

/// Asks everybody about what is irregular.
///
/// # Errors
/// If a route of chop does not give the verdicts of its rule.
pub(crate) fn table(entrants: &mut [Entrant], edges: &[Edge]) -> Result<VerdictTable, String> {
    let mut rows: Vec<VerdictRow> = Vec::new();
    for entrant in entrants {
        let first_row = rows.len();
        for route in entrant.routes.clone().iter().filter(|route| route.starts_with("verify")) {
            let accepts = ask(entrant, route, edges)?;
            let (_, rule) = route.split_once('@').unwrap_or((route, &entrant.about.rule));
            if entrant.build.is_ours() {
                hold_to(entrant, route, rule, edges, &accepts)?;
            }
            // Routes that agree with one that is there already need no row; other rules have one.
            let named = route.starts_with("verify@") && *rule != entrant.about.rule;
            if named || !rows[first_row..].iter().any(|row| row.accepts == accepts) {
                let route = (rows.len() > first_row).then(|| route.clone());
                rows.push(VerdictRow { implementation: entrant.build.id.to_owned(), route, accepts });
            }
        }
    }
    let column = |(i, edge): (usize, &Edge)| Column { id: (i + 1).to_string(), note: edge.note.clone() };
    Ok(VerdictTable { cases: edges.iter().enumerate().map(column).collect(), rows })
}

fn ask(entrant: &mut Entrant, route: &str, edges: &[Edge]) -> Result<Vec<Option<bool>>, String> {
    if !is_together(route) {
        return entrant.verdicts(route, &edges.iter().map(|edge| &edge.case).collect::<Vec<_>>());
    }
    // A batch of one, so that each case has a verdict.
    edges.iter().map(|edge| Ok(entrant.verdicts(route, &[&edge.case])?[0])).collect()
}

/// A route of chop follows a rule of the page to the letter.
fn hold_to(
    entrant: &Entrant,
    route: &str,
    rule: &str,
    edges: &[Edge],
    accepts: &[Option<bool>],
) -> Result<(), String> {
    for (edge, verdict) in edges.iter().zip(accepts) {
        let expected = edge.accepted_by.iter().any(|name| name == rule);
        if *verdict != Some(expected) {
            let id = entrant.build.id;
            let (verb, note) = (if expected { "refuses" } else { "accepts" }, &edge.note);
            return Err(format!("{id}: {route} {verb} “{note}”, unlike {rule}: {}", described(&edge.case)));
        }
    }
    Ok(())
}

/// Whether the first row of an implementation has the verdicts of the rule that it names: `None` if that
/// is no rule of the page.
pub(crate) fn follows(row: &VerdictRow, rule: &str, edges: &[Edge]) -> Option<bool> {
    let is_named = edges.iter().any(|edge| edge.accepted_by.iter().any(|name| name == rule));
    let expected = |edge: &Edge| edge.accepted_by.iter().any(|name| name == rule);
    let agrees = |(edge, verdict): (&Edge, &Option<bool>)| verdict.is_none_or(|v| v == expected(edge));
    is_named.then(|| edges.iter().zip(&row.accepts).all(agrees))
}

/// All that is asked, made once.
pub(crate) struct Questions {
    pub(crate) ed25519: Vec<Known>,
    pub(crate) sm2: Vec<Known>,
    pub(crate) secp256k1: Vec<Known>,
    pub(crate) bip340: Vec<Known>,
    pub(crate) edges: Vec<Edge>,
}

impl Questions {
    pub(crate) fn new() -> Result<Questions, String> {
        Ok(Questions {
            ed25519: corpus::ed25519(),
            sm2: corpus::sm2(),
            secp256k1: corpus::secp256k1(),
            bip340: corpus::bip340(),
            edges: corpus::edges()?,
        })
    }

    /// What is known of the curve of a route.
    fn of(&self, route: &str) -> &[Known] {
        match route.split_once('_') {
            Some(("sm2", _)) => &self.sm2,
            Some(("secp256k1", _)) => &self.secp256k1,
            Some(("bip340", _)) => &self.bip340,
            _ => &self.ed25519,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builds::Build;
    use crate::programs::tests::Script;

    const HONEST: &str = "1";
    /// Answers as a subject that has the routes $1 does; verdicts are `$2`, for as many lines as are announced.
    fn subject(name: &str, routes: &str, verdict: &str) -> Script {
        let body = format!(
            r#"case "$line" in
  about) printf 'fake\t1\tsh\tstdlib\tno\n' ;;
  level) echo fake ;;
  operations) echo ;;
  routes) echo {routes} ;;
  verdicts*)
    set -- $line; n=$3; answer=
    while [ "$n" -gt 0 ]; do IFS= read -r case; {verdict}; answer="$answer$v"; n=$((n - 1)); done
    case "$2" in verify_all*) case "$answer" in *0*) answer=0 ;; *) answer=1 ;; esac ;; esac
    echo "$answer" ;;
esac"#
        );
        Script::answering(name, &body)
    }

    fn entrant(script: &Script) -> Entrant {
        let build = Build::of("dalek-auto").expect("a row");
        Entrant::introduce(build, script.start()).expect("it answers")
    }

    fn known(message: u8, valid: bool) -> Known {
        let case = Case { key: vec![1; 32], message: vec![0, message], signature: [2; 64] };
        Known { case, valid, how: if valid { "honest" } else { "a bit of the message" } }
    }

    /// Questions about Ed25519 alone.
    fn asked(cases: &[Known]) -> Questions {
        let (sm2, secp256k1, bip340, edges) = Default::default();
        Questions { ed25519: cases.to_vec(), sm2, secp256k1, bip340, edges }
    }

    /// Right on messages that end with 1, which are the honest ones.
    const RIGHT: &str = "case \"$case\" in *' 0001 '*) v=1 ;; *) v=0 ;; esac";

    #[test]
    fn who_agrees_passes() {
        let script = subject("agrees", "verify verify_all", RIGHT);
        let cases: Vec<Known> = (0..8).map(|i| known(1 + i % 2, i % 2 == 0)).collect();
        assert_eq!(agree(&mut [entrant(&script)], &asked(&cases)), Ok(2));
    }

    #[test]
    fn a_planted_disagreement_stops_the_run_and_names_rival_and_case() {
        // One altered message of all is accepted.
        let wrong = "case \"$case\" in *' 0001 '*|*' 0007 '*) v=1 ;; *) v=0 ;; esac";
        let cases: Vec<Known> = [known(1, true), known(2, false), known(7, false)].into();
        let script = subject("wrong", "verify", wrong);
        let error = agree(&mut [entrant(&script)], &asked(&cases)).expect_err("a disagreement");
        assert!(error.starts_with("dalek-auto: verify accepts a signature that is invalid"), "{error}");
        assert!(error.contains("message 0007"), "{error}");

        let script = subject("refuses", "verify_all", "v=0");
        let error = agree(&mut [entrant(&script)], &asked(&cases)).expect_err("a disagreement");
        assert!(error.starts_with("dalek-auto: verify_all refuses a signature that is valid"), "{error}");
        let script = subject("accepts", "verify_all", &format!("v={HONEST}"));
        let cases: Vec<Known> = [known(1, true), known(1, true), known(2, false)].into();
        let error = agree(&mut [entrant(&script)], &asked(&cases)).expect_err("a disagreement");
        assert!(error.starts_with("dalek-auto: verify_all accepts a signature that is invalid"), "{error}");
    }

    #[test]
    fn what_cannot_be_asked_is_no_disagreement() {
        let script = subject("cannot", "verify", "v=-");
        assert_eq!(agree(&mut [entrant(&script)], &asked(&[known(1, true)])), Ok(1));
    }

    #[test]
    fn verdicts_at_the_edges_are_rows_and_agreeing_routes_share_one() {
        let edge = |message, accepted_by: &[&str]| Edge {
            case: known(message, true).case,
            note: "odd".to_owned(),
            accepted_by: accepted_by.iter().map(|rule| (*rule).to_owned()).collect(),
        };
        let edges = [edge(1, &["stdlib", "zip-215"]), edge(2, &["zip-215"])];
        let script = subject("edges", "verify verify_decoded verify_all verify@strict", RIGHT);
        let table = table(&mut [entrant(&script)], &edges).expect("verdicts");
        let routes: Vec<Option<&str>> = table.rows.iter().map(|row| row.route.as_deref()).collect();
        assert_eq!(routes, [None, Some("verify@strict")]);
        assert_eq!(table.rows[0].accepts, [Some(true), Some(false)]);
        assert_eq!(follows(&table.rows[0], "stdlib", &edges), Some(true));
        assert_eq!(follows(&table.rows[0], "zip-215", &edges), Some(false));
        assert_eq!(follows(&table.rows[0], "GB/T 32918", &edges), None);
    }
}
