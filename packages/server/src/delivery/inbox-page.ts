import type { Crew } from '../crew/crew'
import { isInHand } from '../crew/holding'
import type { OpenTurn } from '../crew/owed'
import type { TurnItem } from '../crew/turn-item'
import { encodeCursor, type Place } from './cursor'

export interface InboxDelivery {
  readonly id: string
  readonly kind: TurnItem['kind']
  readonly text: string
  readonly groupName?: string
  readonly messageId?: string
  readonly n?: number
  readonly wake: boolean
  /** It was handed over before and not acknowledged: the agent may have read it. */
  readonly repeat: boolean
  /** It asks for an answer, in plain text. */
  readonly round?: NonNullable<TurnItem['round']>
}

export interface InboxPage {
  readonly deliveries: readonly InboxDelivery[]
  /** Acknowledges exactly the items that came with it, and everything before. */
  readonly cursor: string
  readonly more: boolean
}

/** A page being put together: its items, and how far it reaches in each crew. */
export class PageDraft {
  readonly deliveries: InboxDelivery[] = []
  /** By lead, for stored turns and for other hand-overs. */
  readonly #places = new Map<string, Place>()

  /** Adds items of a hand-over; `upTo`: how many of its items are on the page or were confirmed before. */
  add(
    crew: Crew,
    turn: OpenTurn,
    upTo: number,
    items: readonly TurnItem[],
    isRepeat: (item: TurnItem) => boolean,
  ): void {
    for (const item of items) this.deliveries.push(toDelivery(item, isRepeat(item)))
    const leadId = crew.state.lead.id
    if (isInHand(turn)) {
      const reach = crew.inHand.reachWithin(turn.agentId, turn, upTo)
      this.#places.set(leadId, { leadId, reach })
    } else this.#places.set(`${leadId} stored`, { turnId: turn.id, acked: upTo })
  }

  done(more: boolean): InboxPage {
    return { deliveries: this.deliveries, cursor: encodeCursor([...this.#places.values()]), more }
  }
}

/** The item behind each delivery that a page brings. */
const ITEMS = new WeakMap<InboxDelivery, TurnItem>()

/** The items of a page, which say more than the page itself. */
export function itemsOfPage(page: InboxPage): readonly { item: TurnItem; repeat: boolean }[] {
  return page.deliveries.flatMap((delivery) => {
    const item = ITEMS.get(delivery)
    return item ? { item, repeat: delivery.repeat } : []
  })
}

/** A new delivery is the same object for everybody who is handed the item. */
const NEW = new WeakMap<TurnItem, InboxDelivery>()

function toDelivery(item: TurnItem, repeat: boolean): InboxDelivery {
  const known = repeat ? undefined : NEW.get(item)
  if (known) return known
  const delivery = made(item, repeat)
  ITEMS.set(delivery, item)
  if (!repeat) NEW.set(item, delivery)
  return delivery
}

function made(item: TurnItem, repeat: boolean): InboxDelivery {
  return {
    id: item.id,
    kind: item.kind,
    text: item.text,
    ...(item.groupName === null ? {} : { groupName: item.groupName }),
    ...(item.messageId === null ? {} : { messageId: item.messageId }),
    ...(item.n === null ? {} : { n: item.n }),
    wake: item.wake,
    repeat,
    ...(item.round ? { round: item.round } : {}),
  }
}
