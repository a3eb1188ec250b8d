import { type ItemDetails, LAST_OUTPUT_PIECE } from '@crewroom/shared/transcript/views'
import { createStore } from 'zustand/vanilla'
import {
  findDisplayItem,
  type GroupDetails,
  groupDetails,
  withMore,
  withPiece,
} from './group-details'
import { keptSame } from './same-items'
import type { ItemSource } from './source'

export interface LoadedDetails {
  readonly groups: ReadonlyMap<string, GroupDetails>
  /** Whole texts that were asked for, by item: of a group its last output's. */
  readonly texts: ReadonlyMap<string, ItemDetails>
  /** What could not be loaded, by item. */
  readonly failed: ReadonlyMap<string, string>
}

/** Open groups that are remembered; those that were drawn longest ago are asked for again when one returns. */
const MOST_GROUPS = 60

/** Details of items, asked for when they are drawn. */
export class DetailsOf {
  readonly store = createStore<LoadedDetails>(() => ({
    groups: new Map(),
    texts: new Map(),
    failed: new Map(),
  }))
  readonly #source: ItemSource
  readonly #asked = new Map<string, Promise<void>>()
  /** What changed since it was loaded. */
  readonly #stale = new Set<string>()
  /** Display items that are shown in full, by group. */
  readonly #pieces = new Map<string, Set<string>>()

  constructor(source: ItemSource) {
    this.#source = source
  }

  changed(ids: readonly string[] | 'all'): void {
    const { groups, texts } = this.store.getState()
    for (const id of ids === 'all' ? [...groups.keys(), ...texts.keys()] : ids) this.#stale.add(id)
  }

  /** The display items of a group that is drawn, as they are now. */
  need(itemId: string): Promise<void> {
    const known = this.store.getState().groups.get(itemId)
    if (known !== undefined && !this.#stale.has(itemId)) {
      this.#touch(itemId, known)
      return Promise.resolve()
    }
    return this.#once(itemId, itemId, async () => {
      this.#stale.delete(itemId)
      let loaded = await this.#load(itemId)
      while (loaded.more > 0 && known && loaded.displayItems.length < known.displayItems.length)
        loaded = await this.#loadMore(itemId, loaded)
      for (const piece of this.#pieces.get(itemId) ?? []) {
        const item = await this.#piece(itemId, piece)
        if (item) loaded = { ...loaded, displayItems: withPiece(loaded.displayItems, item) }
      }
      this.#set(itemId, loaded)
    })
  }

  /** Those that follow the loaded ones. */
  more(itemId: string): Promise<void> {
    return this.#once(`${itemId} more`, itemId, async () => {
      const known = this.store.getState().groups.get(itemId)
      if (known && known.more > 0) this.#set(itemId, await this.#loadMore(itemId, known))
    })
  }

  /** One display item in full: a long text, or all of a sub-agent's trace. */
  whole(itemId: string, displayItemId: string): Promise<void> {
    return this.#once(`${itemId} ${displayItemId}`, itemId, async () => {
      const item = await this.#piece(itemId, displayItemId)
      const known = this.store.getState().groups.get(itemId)
      if (!item || !known) return
      this.#pieces.set(itemId, (this.#pieces.get(itemId) ?? new Set()).add(displayItemId))
      this.#set(itemId, { ...known, displayItems: withPiece(known.displayItems, item) })
    })
  }

  /** The whole text of an item: of a group, that of its last output. */
  text(itemId: string, type: ItemDetails['type']): Promise<void> {
    return this.#once(`${itemId} text`, itemId, async () => {
      const part = type === 'ai' ? { piece: LAST_OUTPUT_PIECE } : undefined
      const details = await this.#source.details(itemId, part)
      this.#stale.delete(itemId)
      this.store.setState(({ texts }) => ({ texts: new Map(texts).set(itemId, details) }))
    })
  }

  /** Loads until a display item is there; false: the group has none with this id. */
  async reach(itemId: string, displayItemId: string, inside: readonly string[]): Promise<boolean> {
    await this.need(itemId)
    for (;;) {
      const group = this.store.getState().groups.get(itemId)
      if (!group) return false
      if (findDisplayItem(group.displayItems, displayItemId)) return true
      const outermost = inside.findLast((id) => findDisplayItem(group.displayItems, id))
      if (outermost !== undefined) {
        if (this.#pieces.get(itemId)?.has(outermost)) return false
        await this.whole(itemId, outermost)
      } else if (group.more > 0) await this.more(itemId)
      else return false
      if (this.store.getState().groups.get(itemId) === group) return false
    }
  }

  async #load(itemId: string): Promise<GroupDetails> {
    const details = await this.#source.details(itemId)
    if (details.type !== 'ai') throw new Error('This item has no display items.')
    const known = this.store.getState().groups.get(itemId)
    const byId = new Map(known?.displayItems.map((item) => [item.id, item]))
    const { displayItems, more } = groupDetails(details)
    return { displayItems: displayItems.map((item) => keptSame(byId.get(item.id), item)), more }
  }

  async #loadMore(itemId: string, before: GroupDetails): Promise<GroupDetails> {
    const last = before.displayItems.at(-1)
    if (last === undefined) return { ...before, more: 0 }
    const details = await this.#source.details(itemId, { after: last.id })
    if (details.type !== 'ai' || details.displayItems.length === 0) return { ...before, more: 0 }
    return withMore(before, details)
  }

  async #piece(itemId: string, piece: string) {
    const details = await this.#source.details(itemId, { piece })
    return details.type === 'ai' ? details.displayItems[0] : undefined
  }

  #once(key: string, itemId: string, run: () => Promise<void>): Promise<void> {
    const asked = this.#asked.get(key)
    if (asked) return asked
    const promise = run()
      .then(
        () => this.#fail(itemId, null),
        (error: unknown) => this.#fail(itemId, error instanceof Error ? error.message : ''),
      )
      .finally(() => this.#asked.delete(key))
    this.#asked.set(key, promise)
    return promise
  }

  #fail(itemId: string, why: string | null): void {
    const { failed } = this.store.getState()
    if (why === null && !failed.has(itemId)) return
    const next = new Map(failed)
    if (why === null) next.delete(itemId)
    else next.set(itemId, why)
    this.store.setState({ failed: next })
  }

  #set(itemId: string, details: GroupDetails): void {
    const groups = new Map(this.store.getState().groups)
    groups.delete(itemId)
    groups.set(itemId, details)
    for (const [oldest] of groups) {
      if (groups.size <= MOST_GROUPS) break
      groups.delete(oldest)
      this.#pieces.delete(oldest)
    }
    this.store.setState({ groups })
  }

  /** Drawn again: it is the last to be forgotten. Nobody need draw anything for that. */
  #touch(itemId: string, details: GroupDetails): void {
    const groups = this.store.getState().groups as Map<string, GroupDetails>
    groups.delete(itemId)
    groups.set(itemId, details)
  }
}
