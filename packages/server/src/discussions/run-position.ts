import { textField } from '@crewroom/shared/protocol/text-field'

/** A place between two lines of the course of a discussion: several lines may be of one fact. */
export interface RunPosition {
  /** Number of the fact. */
  readonly seq: number
  /** How many lines of that fact are known. */
  readonly line: number
}

/** Behind all lines of a fact. */
export function behindFact(seq: number): RunPosition {
  return { seq, line: Number.POSITIVE_INFINITY }
}

export function positionText({ seq, line }: RunPosition): string {
  return `${seq}.${line}`
}

/** `21.1`, as a line says it; `21`, as earlier clients ask, is behind all lines of that fact. */
export const RunPositionField = textField()
  .regex(/^\d{1,15}(\.\d{1,6})?$/, 'must be the position of a line, such as 21.1')
  .transform((text): RunPosition => {
    const [seq = '0', line] = text.split('.')
    return line === undefined ? behindFact(Number(seq)) : { seq: Number(seq), line: Number(line) }
  })
