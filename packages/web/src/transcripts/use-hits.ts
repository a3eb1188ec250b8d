import { type RefObject, useEffect, useRef, useState } from 'react'
import { focusMain } from '../ui/focus-main'
import { firstFrom, nthInText } from './hits'
import type { ItemsOf } from './loaded-items'
import type { Row } from './rows'
import type { TranscriptSource } from './source'
import { useFind } from './use-find'
import type { Target } from './use-go-to'
import { useHitMarks } from './use-hit-marks'
import { useTabUI } from './use-tab-ui'
import { itemMeant } from './use-transcript-keys'

interface HitsInput {
  readonly source: TranscriptSource
  readonly revision: number
  readonly items: ItemsOf
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: readonly Row[]
  readonly goTo: (target: Target) => Promise<string | null>
}

/** The search of this tab: goes from hit to hit, opens what each is in, and marks them. */
export function useHits({ source, revision, items, scroller, rows, goTo }: HitsInput) {
  const { search, setSearch } = useTabUI()
  const find = useFind(source, search, revision)
  const hits = find.found?.hits ?? []
  const hit = find.at === null ? undefined : hits[find.at]
  const [key, setKey] = useState<string | null>(null)
  const go = useRef(goTo)
  useEffect(() => {
    go.current = goTo
  })
  useEffect(() => {
    if (hit) void go.current({ ...hit, isText: true }).then(setKey)
  }, [hit])
  const current = hit && key !== null ? { key, nth: nthInText(hits, find.at ?? 0) } : null
  useHitMarks(scroller, search ?? '', current, rows)
  return {
    find,
    go: (by: 1 | -1) =>
      find.go(by, (found) => {
        const ids = items.store.getState().items.map(({ id }) => id)
        return firstFrom(found, ids, itemMeant(scroller.current))
      }),
    close: () => {
      setSearch(null)
      requestAnimationFrame(() => (scroller.current ? scroller.current.focus() : focusMain()))
    },
  }
}
