import type { Time } from './messages'

let last: Time = ''
let lastMs = Number.NaN

/** Milliseconds of a moment. One record is asked for its own several times in a row, and reading it takes a while. */
export function msOf(time: Time): number {
  if (time !== last) {
    last = time
    lastMs = Date.parse(time)
  }
  return lastMs
}
