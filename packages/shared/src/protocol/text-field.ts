import * as z from 'zod'
import { nameFault } from '../model/name'

/**
 * Text from outside. Half a surrogate pair becomes U+FFFD, as it would in UTF-8: memory, tables and frames then
 * hold the same text.
 */
export function textField(): z.ZodString {
  return z.string().overwrite((value) => value.toWellFormed())
}

/** A name: one line that is read as it is written. */
export function nameField(): z.ZodString {
  return textField()
    .trim()
    .superRefine((value, context) => {
      const fault = nameFault(value)
      if (fault !== null) context.addIssue({ code: 'custom', message: fault })
    })
}
