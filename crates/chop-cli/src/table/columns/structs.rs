//! Columns inside columns of structs.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use arrow_select::nullif::nullif;
use std::collections::HashSet;
use std::sync::Arc;

/// How deep structs are looked into.
const DEEP: usize = 16;

/// A column by its name, with its type and its place.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) kind: DataType,
    pub(super) path: Path,
}

/// Where a column is: the number of the outermost column, and of the field in each struct.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) root: usize,
    fields: Vec<usize>,
}

impl Path {
    /// The column, null where a struct around it is.
    ///
    /// # Errors
    /// If the nulls do not fit it.
    pub(super) fn of(&self, columns: &RecordBatch) -> anyhow::Result<ArrayRef> {
        let mut array = Arc::clone(columns.column(self.root));
        for &field in &self.fields {
            let around = array.as_struct();
            let inside = around.column(field);
            array = match around.nulls().filter(|nulls| nulls.null_count() > 0) {
                Some(nulls) => nullif(inside, &BooleanArray::new(!nulls.inner(), None))?,
                None => Arc::clone(inside),
            };
        }
        Ok(array)
    }
}

/// The columns of a schema, and then those inside of structs with the names of both: `tx.sig`. A name that is there
/// already is left out.
pub(super) fn columns(schema: &Schema) -> Vec<Named> {
    let mut all = Vec::new();
    for (root, field) in schema.fields().iter().enumerate() {
        let path = Path { root, fields: Vec::new() };
        all.push(Named { name: field.name().clone(), kind: field.data_type().clone(), path });
    }
    let mut known: HashSet<String> = all.iter().map(|column| column.name.clone()).collect();
    for (root, field) in schema.fields().iter().enumerate() {
        add_fields(field, field.name(), &Path { root, fields: Vec::new() }, &mut known, &mut all);
    }
    all
}

fn add_fields(around: &Field, name: &str, path: &Path, known: &mut HashSet<String>, all: &mut Vec<Named>) {
    let DataType::Struct(fields) = around.data_type() else { return };
    if path.fields.len() == DEEP {
        return;
    }
    for (i, field) in fields.iter().enumerate() {
        let name = format!("{name}.{}", field.name());
        let path = Path { root: path.root, fields: path.fields.iter().copied().chain([i]).collect() };
        add_fields(field, &name, &path, known, all);
        if known.insert(name.clone()) {
            all.push(Named { name, kind: field.data_type().clone(), path });
        }
    }
}
