import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { DetailsOf } from './loaded-details'
import { ItemsOf } from './loaded-items'
import type { Row } from './rows'
import type { ItemSource } from './source'

/** What is loaded of a transcript, as long as the view is there. */
export function useLoaded(source: ItemSource) {
  const { items, details } = useMemo(() => {
    const own = new DetailsOf(source)
    return { details: own, items: new ItemsOf(source, (ids) => own.changed(ids)) }
  }, [source])
  useEffect(() => items.start(), [items])
  const loaded = useStore(items.store)
  const groups = useStore(details.store, (all) => all.groups)
  return { items, details, loaded, groups }
}

export type Loaded = ReturnType<typeof useLoaded>

/** Asks for the details of the open groups of which something is drawn, again when they may have changed. */
export function useDrawnDetails(
  details: DetailsOf,
  rows: readonly Row[],
  drawn: readonly number[],
  revision: number,
): void {
  const ids = new Set<string>()
  for (const index of drawn) {
    const row = rows[index]
    if (
      row?.item.type === 'ai' &&
      (row.kind !== 'header' || row.isOpen) &&
      row.kind !== 'last-output'
    ) {
      ids.add(row.item.id)
    }
  }
  const key = [...ids].join(' ')
  useEffect(() => {
    for (const id of key === '' ? [] : key.split(' ')) void details.need(id)
  }, [details, key, revision])
}
