import { LIMITS } from './limits'
import { textField } from './text-field'

/** What is to be discussed, however it arrives. */
export const goalField = textField()
  .min(1)
  .max(LIMITS.goal)
  .refine((text) => text.trim().length > 0, 'must not be blank')
