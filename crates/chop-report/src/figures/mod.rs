//! Figures as SVG: bars, lines against n, ratios.
//!
//! Nothing is told apart by colour alone. Who is ours has filled markers, thick lines, hatched bars and a bold
//! name; everybody has a marker and a pattern of dashes, the same in all figures.

pub(crate) mod axis;
pub(crate) mod bars;
pub(crate) mod lines;
pub(crate) mod looks;
mod place;
pub(crate) mod ratios;
mod svg;
