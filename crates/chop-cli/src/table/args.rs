//! Arguments that say how tables are written.

use super::input::Format;

/// How tables are written.
#[derive(clap::Args, Debug)]
pub(crate) struct TableArgs {
    /// How tables are written [default: as their names end; standard input and .json as they begin: JSON Lines, a
    /// JSON array, CSV or tab-separated text]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// Names of columns that differ, as in public_key=pk,signature=tx.sig: of JSON, tx.sig is the column of that name,
    /// or else sig inside the object tx. With --stream and tab-separated text: the columns in their order, as in
    /// public_key,message,signature, and _ for one that is not read
    #[arg(long, value_name = "COLUMN=NAME", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    /// Encodings that are not hex, as in message=utf8,signature=base64: base64, base64url, base58, and utf8 for
    /// messages
    #[arg(long, value_name = "COLUMN=ENCODING", value_delimiter = ',')]
    pub(crate) encoding: Vec<String>,
    /// Judge rows of SM2 and secp256k1 that have a digest instead of a message. The maker of the table can choose digest and
    /// signature to fit any public key: compute digests from messages yourself
    #[arg(long)]
    pub(crate) allow_digests: bool,
}

impl TableArgs {
    /// The first of them that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--format", self.format.is_some()),
            ("--columns", !self.columns.is_empty()),
            ("--encoding", !self.encoding.is_empty()),
            ("--allow-digests", self.allow_digests),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}
