import type { InboxDelivery, InboxPage } from '../../delivery/inbox-page'

const HEAD = Buffer.from('{"type":"turn","deliveries":[')
const COMMA = Buffer.from(',')

/** The JSON of a delivery that many are handed, such as a message of a group. Longer ones are made each time. */
const MADE = new WeakMap<InboxDelivery, Buffer>()
const MOST_KEPT = 16 * 1024

/** Pages as their frames say them. Agents in a row that are handed the same get the same bytes. */
export class TurnFrames {
  #last: { readonly page: InboxPage; readonly frame: Buffer } | null = null

  of(page: InboxPage): Buffer {
    if (this.#last && areSame(this.#last.page, page)) return this.#last.frame
    const frame = turnFrame(page)
    this.#last = frame.length <= MOST_KEPT ? { page, frame } : null
    return frame
  }
}

function areSame(one: InboxPage, other: InboxPage): boolean {
  return (
    one.cursor === other.cursor &&
    one.more === other.more &&
    one.deliveries.length === other.deliveries.length &&
    // The very same: what is new is made once for all who are handed it.
    one.deliveries.every((delivery, at) => delivery === other.deliveries[at])
  )
}

/** `{"type":"turn",…}` around the deliveries, each of which is serialised once for all. */
export function turnFrame({ deliveries, cursor, more }: InboxPage): Buffer {
  const parts: Buffer[] = [HEAD]
  for (const delivery of deliveries) {
    if (parts.length > 1) parts.push(COMMA)
    parts.push(jsonOf(delivery))
  }
  parts.push(Buffer.from(`],"cursor":${JSON.stringify(cursor)},"more":${more}}`))
  return Buffer.concat(parts)
}

function jsonOf(delivery: InboxDelivery): Buffer {
  const known = MADE.get(delivery)
  if (known) return known
  const json = Buffer.from(JSON.stringify(delivery))
  if (json.length <= MOST_KEPT) MADE.set(delivery, json)
  return json
}
