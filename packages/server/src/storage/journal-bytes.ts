/** How long a row of the journal is, roughly: what it has of its own and in its indexes, and its texts. */
export const JOURNAL_BYTES = '150 + octet_length(data) + octet_length(actor) + octet_length(cause)'
