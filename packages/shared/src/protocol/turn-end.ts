/** What says that a turn may end with it: text, from where in its stream, or up to where it was sent before. */
export interface TurnEnd {
  readonly text: string
  readonly offset?: number | undefined
  /** The end of the text that the turn end was sent behind, where its own text does not say. */
  readonly sentBehind?: number | undefined
  readonly endOfTurn: boolean
}

/**
 * Whether the turn of a stream that is known up to `known` ends with this. Requests and connections overtake each other: a
 * turn end that comes later than text that was sent after it would cut off what is half said in that.
 */
export function endsTurn({ text, offset, sentBehind, endOfTurn }: TurnEnd, known: number): boolean {
  if (!endOfTurn) return false
  const end = offset === undefined ? sentBehind : offset + text.length
  return end === undefined || end >= known
}
