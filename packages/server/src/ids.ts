import { randomBytes, randomUUID } from 'node:crypto'
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

export const randomIds: Ids = {
  agent: () => randomUUID(),
  message: () => v7(),
  record: () => v7(),
  secret: () => randomBytes(32).toString('base64url'),
}
