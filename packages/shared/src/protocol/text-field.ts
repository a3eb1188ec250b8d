import * as z from 'zod'

/**
 * Text from outside. Half a surrogate pair becomes U+FFFD, as it would in UTF-8: memory, tables and frames then
 * hold the same text.
 */
export function textField(): z.ZodString {
  return z.string().overwrite((value) => value.toWellFormed())
}
