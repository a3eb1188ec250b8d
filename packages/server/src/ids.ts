import { randomBytes, randomFillSync, randomUUID } from 'node:crypto'
import { v7 } from 'uuid'

/** Where identities come from, as a port: tests count instead. */
export interface Ids {
  /** UUID v4: the first 8 characters are what people call an agent by, and a v7's are the clock. */
  agent(): string
  /** UUID v7, so that rows of messages are stored in order. */
  message(): string
  /** Groups, turns, deliveries. */
  record(): string
  /** 256 bits, for tokens and login codes. */
  secret(): string
}

/** Random bytes are fetched for 256 ids at a time: asking for each one's costs more than the rest of a post. */
const POOL = new Uint8Array(256 * 16)
let used = POOL.length

function sixteenBytes(): Uint8Array {
  if (used === POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  used += 16
  return POOL.slice(used - 16, used)
}

const FROM_POOL = { rng: sixteenBytes }

export const randomIds: Ids = {
  agent: () => randomUUID(),
  message: () => v7(FROM_POOL),
  record: () => v7(FROM_POOL),
  secret: () => randomBytes(32).toString('base64url'),
}
