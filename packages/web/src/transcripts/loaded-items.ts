import type { TranscriptItemView } from '@crewroom/shared/transcript/views'
import { createStore } from 'zustand/vanilla'
import { keptSame, withPage } from './same-items'
import type { ItemPage, ItemSource } from './source'

export interface LoadedItems {
  /** Everything about the transcript but its items; null: nothing was loaded yet. */
  readonly page: Omit<ItemPage, 'items' | 'hasBefore'> | null
  /** The newest of them, without a gap. */
  readonly items: readonly TranscriptItemView[]
  readonly hasBefore: boolean
  readonly isLoadingBefore: boolean
  /** Why the last request brought nothing. */
  readonly error: Error | null
}

const PAGE = 100
/** On the way to an item that is far away. */
const LARGE_PAGE = 200
/** A transcript that is written to changes many times in a second. */
const PAUSE_MS = 300

/** The items of one transcript, from its end as far back as somebody looked, kept as the transcript is now. */
export class ItemsOf {
  readonly store = createStore<LoadedItems>(() => ({
    page: null,
    items: [],
    hasBefore: false,
    isLoadingBefore: false,
    error: null,
  }))
  readonly #source: ItemSource
  readonly #changed: (ids: readonly string[] | 'all') => void
  #stop = new AbortController()
  #timer: ReturnType<typeof setTimeout> | null = null
  #isBusy = false
  /** What was reported since the last request. */
  #waiting: Set<string> | 'all' | null = null
  #before: Promise<void> | null = null

  constructor(source: ItemSource, changed: (ids: readonly string[] | 'all') => void) {
    this.#source = source
    this.#changed = changed
  }

  /** Loads the end and follows what changes, until the returned function is called. */
  start(): () => void {
    this.#stop = new AbortController()
    const unwatch = this.#source.watch(({ changed, revision }) => {
      // The first report says at which revision the transcript is; that may be what is here.
      if (revision !== this.store.getState().page?.revision) this.#hear(changed)
    })
    this.#hear([])
    return () => {
      unwatch()
      this.#stop.abort()
      if (this.#timer !== null) clearTimeout(this.#timer)
      this.#timer = null
      this.#isBusy = false
      this.#before = null
    }
  }

  retry(): void {
    this.#hear('all')
  }

  loadBefore(limit = PAGE): Promise<void> {
    this.#before ??= this.#loadBefore(limit).finally(() => (this.#before = null))
    return this.#before
  }

  /** Loads back to an item; false: there is none with this id. */
  async reach(itemId: string): Promise<boolean> {
    for (;;) {
      const { items, hasBefore, page, error } = this.store.getState()
      if (items.some(({ id }) => id === itemId)) return true
      if (this.#stop.signal.aborted || error !== null) return false
      if (page === null) await this.#next()
      else if (hasBefore) await this.loadBefore(LARGE_PAGE)
      else return false
    }
  }

  /** The next state. */
  #next(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.store.subscribe(() => {
        stop()
        resolve()
      })
      this.#stop.signal.addEventListener('abort', () => resolve())
    })
  }

  async #loadBefore(limit: number): Promise<void> {
    const { items, hasBefore } = this.store.getState()
    const first = items[0]
    if (!hasBefore || first === undefined) return
    const { signal } = this.#stop
    this.store.setState({ isLoadingBefore: true })
    try {
      const page = await this.#source.page({ before: first.id, limit }, signal)
      const now = this.store.getState().items
      // What was loaded may have been replaced meanwhile.
      if (signal.aborted || now[0]?.id !== first.id) return
      this.store.setState({
        items: [...page.items, ...now],
        hasBefore: page.hasBefore,
        error: null,
      })
    } catch (error) {
      if (!signal.aborted) this.store.setState({ error: asError(error) })
    } finally {
      if (!signal.aborted) this.store.setState({ isLoadingBefore: false })
    }
  }

  #hear(changed: readonly string[] | 'all'): void {
    const before = this.#waiting ?? new Set<string>()
    this.#waiting = changed === 'all' || before === 'all' ? 'all' : new Set([...before, ...changed])
    if (this.#isBusy) return
    this.#isBusy = true
    void this.#refresh()
  }

  async #refresh(): Promise<void> {
    const { signal } = this.#stop
    const changed = this.#waiting ?? new Set<string>()
    this.#waiting = null
    try {
      await this.#renew(changed, signal)
    } catch (error) {
      if (!signal.aborted) this.store.setState({ error: asError(error) })
    }
    if (signal.aborted) return
    this.#timer = setTimeout(() => {
      if (this.#waiting !== null) void this.#refresh()
      else this.#isBusy = false
    }, PAUSE_MS)
  }

  async #renew(changed: ReadonlySet<string> | 'all', signal: AbortSignal): Promise<void> {
    const { items: before } = this.store.getState()
    const { items: newest, hasBefore, ...page } = await this.#source.page({ limit: PAGE }, signal)
    let items = withPage(before, newest)
    let isFirst = hasBefore
    // More came than one page holds: the pages between are asked for until they meet.
    let end = newest
    while (items === null && isFirst && end.length > 0 && end.length < before.length + 2_000) {
      const own = await this.#source.page({ before: end[0]?.id ?? '', limit: LARGE_PAGE }, signal)
      end = [...own.items, ...end]
      isFirst = own.hasBefore
      items = withPage(before, end)
    }
    if (signal.aborted) return
    const all = items ?? end
    const keepsBegin = before.length > 0 && all[0]?.id === before[0]?.id && all !== end
    this.store.setState((now) => ({
      page,
      items: all,
      hasBefore: keepsBegin ? now.hasBefore : isFirst,
      error: null,
    }))
    this.#changed(changed === 'all' ? 'all' : [...changed])
    const inPage = new Set(end.map(({ id }) => id))
    const others = all.filter(({ id }) => !inPage.has(id) && (changed === 'all' || changed.has(id)))
    await this.#renewOthers(others, changed === 'all', signal)
  }

  /** Items before the newest page that changed: a result came late, or nobody knows what was missed. */
  async #renewOthers(
    others: readonly TranscriptItemView[],
    areAll: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const renewed = new Map<string, TranscriptItemView>()
    if (areAll) {
      let last = this.store.getState().items[others.length]?.id
      while (last !== undefined && renewed.size < others.length && !signal.aborted) {
        const page = await this.#source.page({ before: last, limit: LARGE_PAGE }, signal)
        for (const item of page.items) renewed.set(item.id, item)
        last = page.hasBefore ? page.items[0]?.id : undefined
      }
    } else {
      for (const { id } of others)
        renewed.set(id, (await this.#source.details(id, undefined, signal)).item)
    }
    if (signal.aborted || renewed.size === 0) return
    this.store.setState(({ items }) => ({
      items: items.map((item) => keptSame(item, renewed.get(item.id) ?? item)),
    }))
  }
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error))
