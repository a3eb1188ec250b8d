import type * as z from 'zod'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { JsonRoom } from '@crewroom/shared/protocol/limits'
import { assertRoom } from '../json-room'
import { validated } from '../validate'

/** A frame's text as the schema gives it; throws `malformed`, `too_large` or `validation`. */
export function readFrame<S extends z.ZodType>(
  schema: S,
  text: string | null,
  room?: JsonRoom,
): z.output<S> {
  if (text === null) throw new CrewError('malformed', 'Frames are JSON text.')
  assertRoom(text, 'The frame', room)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new CrewError('malformed', 'The frame is not valid JSON.')
  }
  return validated(schema, value)
}
