import { VIEW_LIMITS } from './view-limits'
import { jsonBytes } from './view-texts'

const LEAST = 10

/** What is made with as much detail as an answer has room for: half as much, and again, until it fits. */
export function fitting<T>(most: number, make: (most: number) => T): T {
  let made = make(most)
  for (let less = most; less > LEAST && jsonBytes(made) > VIEW_LIMITS.answerBytes;) {
    less = Math.floor(less / 2)
    made = make(less)
  }
  return made
}
