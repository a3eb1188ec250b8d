import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Reach } from '../crew/holding'

/** An item of a turn that an earlier version of the server stored. */
export interface TurnPlace {
  readonly turnId: string
  readonly acked: number
}

/** How far a page reaches in one crew. */
export interface CrewPlace {
  readonly leadId: string
  readonly reach: Reach
}

/** Acknowledging a place confirms everything before it in that crew. */
export type Place = TurnPlace | CrewPlace

const EMPTY_CURSOR = 'empty'
const BETWEEN = '~'

/**
 * Where a page ends, as text. It says how far the agent has read in each of its stays, and nothing about this run of
 * the server, so it is still valid after a restart.
 */
export function encodeCursor(places: readonly Place[]): string {
  return places.length === 0 ? EMPTY_CURSOR : places.map(encodePlace).join(BETWEEN)
}

function encodePlace(place: Place): string {
  if ('turnId' in place) return `${place.turnId}.${place.acked}`
  const { stays, addressed } = place.reach
  const read = [...stays].map(([joined, seq]) => `${joined}-${seq}`).join(',')
  return `${place.leadId}:${read};${[...addressed].join(',')}`
}

/** Throws `validation`. */
export function decodeCursor(cursor: string): Place[] {
  return cursor === EMPTY_CURSOR ? [] : cursor.split(BETWEEN).map(decodePlace)
}

function decodePlace(text: string): Place {
  const turn = /^([\w-]{1,64})\.(\d{1,6})$/.exec(text)
  if (turn?.[1]) return { turnId: turn[1], acked: Number(turn[2]) }
  const [, leadId, stays, addressed] =
    /^([\w-]{1,64}):((?:\d{1,15}-\d{1,15})?(?:,\d{1,15}-\d{1,15})*);((?:\d{1,15}(?:,\d{1,15})*)?)$/.exec(
      text,
    ) ?? []
  if (leadId === undefined || stays === undefined || addressed === undefined) {
    throw new CrewError('validation', 'This cursor did not come from an inbox page.', {
      fields: { cursor: 'not a cursor of this inbox' },
    })
  }
  const read = stays === '' ? [] : stays.split(',').map((stay) => stay.split('-').map(Number))
  return {
    leadId,
    reach: {
      stays: new Map(read.map(([joined = 0, seq = 0]) => [joined, seq])),
      addressed: new Set(addressed === '' ? [] : addressed.split(',').map(Number)),
    },
  }
}
