import * as z from 'zod'
import { FILE_KINDS, FILE_TYPE, type GroupFile, PICTURE_TYPES } from '../../model/group-file'
import { id, type Loose, seq, time } from './fields'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const type = z.enum([FILE_TYPE, ...PICTURE_TYPES])

export const groupFile = z.strictObject({
  kind: z.enum(FILE_KINDS),
  name: z.string().min(1),
  size: seq,
  type,
  sha256,
  addedBy: id,
  addedAt: time,
})
groupFile satisfies z.ZodType<Loose<GroupFile>>

/** As other programs know it. */
export const fileReply = z.strictObject({
  name: z.string(),
  /** Bytes. */
  size: seq,
  /** The media type with which it is served. */
  type,
  sha256,
  /** What the group chat calls whoever added it. */
  added_by: z.string(),
  added_at: time,
})
export type FileReply = z.infer<typeof fileReply>
