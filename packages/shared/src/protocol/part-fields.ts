import * as z from 'zod'
import { LIMITS } from './limits'
import { textField } from './text-field'

/** A link: with http or https, and without a user or a password in it. */
export const partUrl = z
  .string()
  .max(LIMITS.partUrl)
  .regex(
    /^https?:\/\/[^\s/?#@\\]+(?:[/?#][^\s]*)?$/i,
    'must be an address that begins with http:// or https://',
  )

const label = (most: number) => textField().trim().min(1).max(most)

/** What somebody sends as the parts of a message. */
export const partsField = z
  .array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('text'),
        text: textField()
          .min(1)
          .max(LIMITS.partText)
          .refine((text) => text.trim().length > 0, 'must not be blank'),
      }),
      z.strictObject({
        type: z.literal('image'),
        url: partUrl,
        altText: label(LIMITS.partAltText).optional(),
      }),
      z.strictObject({
        type: z.literal('file'),
        url: partUrl,
        name: label(LIMITS.partName),
        mimeType: label(LIMITS.partType).optional(),
        size: z.number().int().min(0).optional(),
      }),
    ]),
  )
  .min(1)
  .max(LIMITS.parts)
