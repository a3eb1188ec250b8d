/** A row beside its text and data, with its places in the indexes: ids, time and kind. */
const FRAME_BYTES = 300

/** About what the row `own` of an agent's record takes on disk, in SQL. Reads no text: SQLite knows how long one is. */
export const RECORD_BYTES = `(${FRAME_BYTES} + coalesce(octet_length(own.text), 0)
  + coalesce(octet_length(own.data), 0))`
