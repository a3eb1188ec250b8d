import { api } from '../sync/api'
import { liveLists } from '../sync/live-lists'
import { queryClient } from '../sync/query-client'
import {
  type JournalPage,
  type JournalWindow,
  trimmed,
  withArrived,
  withEarlier,
  withNewest,
} from './journal-window'

const PAGE = 200
/** The largest position there is: the newest page. */
const END = Number.MAX_SAFE_INTEGER

const keyOf = (leadId: string) => ['lead', leadId, 'journal'] as const

/** The end of a crew's journal. `most` says how many events may be kept now. */
export function journalOptions(leadId: string, most: () => number) {
  const queryKey = keyOf(leadId)
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<JournalWindow> => {
      liveLists.begin<JournalWindow>(leadId, queryKey, (window, events) =>
        // Events were lost: what comes before the newest page is here again would hide the hole.
        queryClient.getQueryState(queryKey)?.isInvalidated
          ? window
          : trimmed(withArrived(window, events), most()),
      )
      const page = await api.events(leadId, { before: END, limit: PAGE }, signal)
      return withNewest(queryClient.getQueryData<JournalWindow>(queryKey) ?? null, page)
    },
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  }
}

/** Fetches so many pages before a number, newest first; whether all of them came. */
export async function fetchEarlier(
  leadId: string,
  before: number,
  pages: number,
  signal: AbortSignal,
): Promise<boolean> {
  const found: JournalPage[] = []
  try {
    for (let from = before; found.length < pages;) {
      const page = await api.events(leadId, { before: from, limit: PAGE }, signal)
      found.push(page)
      const [oldest] = page.events
      if (!page.hasBefore || !oldest) break
      from = oldest.seq
    }
    return true
  } catch {
    return false
  } finally {
    // Drawn once, however many pages there are.
    liveLists.change<JournalWindow>(keyOf(leadId), (window) => found.reduce(withEarlier, window))
  }
}
