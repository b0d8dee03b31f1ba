//! How somebody looks in all figures of a page.
//!
//! Colours are those that people with the usual forms of colour blindness tell apart (Okabe and Ito 2008),
//! without the yellow, which is too light on paper. No two implementations have the same colour, marker and
//! dashes, as the three lists have lengths without a common divisor.

use crate::Run;

/// Blue and black are for ours alone.
const OURS: [&str; 2] = ["#0072b2", "#000"];
const OTHERS: [&str; 6] = ["#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555"];
const OTHERS_DASHES: [&str; 5] = ["7 3", "2 2.5", "9 3 2 3", "13 4", "5 2 1.5 2 1.5 2"];
const OURS_DASHES: [&str; 5] = ["none", "10 3", "3 3", "10 3 3 3", "16 4"];
const MARKERS: [Marker; 7] =
    [Marker::Circle, Marker::Square, Marker::Up, Marker::Diamond, Marker::Down, Marker::Cross, Marker::Plus];

/// What a point of a line looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marker {
    Circle,
    Square,
    Up,
    Diamond,
    Down,
    Cross,
    Plus,
}

/// The looks of one implementation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) colour: &'static str,
    pub(crate) marker: Marker,
    pub(crate) dash: &'static str,
    pub(crate) ours: bool,
}

impl Look {
    /// The looks of the implementation with this id; of nobody in particular if there is none.
    pub(crate) fn of(run: &Run, id: &str) -> Look {
        let ours = run.implementation(id).is_some_and(|implementation| implementation.ours);
        let alike = run.implementations.iter().filter(|implementation| implementation.ours == ours);
        let i = alike.take_while(|implementation| implementation.id != id).count();
        let marker = MARKERS[i % MARKERS.len()];
        if ours {
            Look {
                colour: OURS[i.min(OURS.len() - 1)],
                marker,
                dash: OURS_DASHES[i % OURS_DASHES.len()],
                ours,
            }
        } else {
            let (colour, dash) = (OTHERS[i % OTHERS.len()], OTHERS_DASHES[i % OTHERS_DASHES.len()]);
            Look { colour, marker, dash, ours }
        }
    }

    /// The class of the name.
    pub(crate) fn class(&self) -> &'static str {
        if self.ours { "ours" } else { "" }
    }
}

impl Marker {
    /// The outline around a place.
    pub(crate) fn path(self, x: f64, y: f64) -> String {
        let lines = |corners: &[(f64, f64)]| {
            let corner = |(dx, dy): &(f64, f64)| format!("{:.1} {:.1}", x + dx, y + dy);
            format!("M{}", corners.iter().map(corner).collect::<Vec<_>>().join("L"))
        };
        match self {
            Marker::Circle => format!("M{:.1} {y:.1}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z", x - 4.0),
            Marker::Square => lines(&[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)]) + "Z",
            Marker::Up => lines(&[(0.0, -4.8), (4.4, 3.4), (-4.4, 3.4)]) + "Z",
            Marker::Diamond => lines(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)]) + "Z",
            Marker::Down => lines(&[(0.0, 4.8), (4.4, -3.4), (-4.4, -3.4)]) + "Z",
            Marker::Cross => lines(&[(-4.0, -4.0), (4.0, 4.0)]) + &lines(&[(-4.0, 4.0), (4.0, -4.0)]),
            Marker::Plus => lines(&[(-5.0, 0.0), (5.0, 0.0)]) + &lines(&[(0.0, -5.0), (0.0, 5.0)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_looks_different_and_ours_in_every_way() {
        let mut names: Vec<String> = (0..40).map(|i| format!("other-{i}")).collect();
        names.extend((0..5).map(|i| format!("chop-{i}")));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let run = crate::tests::run(&names, &[1]);
        let looks: Vec<Look> = names.iter().map(|name| Look::of(&run, name)).collect();
        for (i, a) in looks.iter().enumerate() {
            assert_eq!(a.ours, names[i].starts_with("chop"));
            for b in &looks[..i] {
                assert_ne!(a, b);
                assert!(a.ours == b.ours || (a.colour, a.dash) != (b.colour, b.dash));
            }
        }
        assert_eq!(looks[40].dash, "none", "the first of ours is a whole line");
    }
}
