import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQuery } from '@tanstack/react-query'
import { Check, MessagesSquare, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../sync/api'
import { liveLists } from '../sync/live-lists'
import { oneByOne } from '../sync/live-queries'
import { serverNow } from '../sync/sync'
import { clockTime, dayKey, listTime } from '../ui/times'
import { sinceSentences, type SinceSentence } from './since-sentences'
import { type Seen, visited } from './visits'

const PAGE = 200
const PAGES = 5
const SEEN_EVERY_MS = 15_000

interface Missed {
  readonly events: readonly CrewEvent[]
  /** All since the visit before are among them. */
  readonly isAll: boolean
  readonly asOf: number
}

const ICONS: Readonly<Record<SinceSentence['kind'], typeof Check>> = {
  done: Check,
  failed: TriangleAlert,
  messages: MessagesSquare,
}

/** What happened while the person was away, in a few sentences made of events. */
export function SinceVisit({ state }: { readonly state: CrewState }) {
  const from = useVisit(state)
  const { data } = useMissed(state.lead.id, from, state.seq)
  if (!from || !data) return null
  const sentences = sinceSentences(state, data.events, data.isAll)
  if (sentences.length === 0) return null
  const now = serverNow()
  const isToday = dayKey(from.at) === dayKey(new Date(now).toISOString())
  return (
    <section className="ov-missed" aria-labelledby="ov-missed-title">
      <h2 id="ov-missed-title">
        Since you were here, {isToday ? clockTime(from.at) : listTime(from.at, now)}
      </h2>
      <ul>
        {sentences.map(({ kind, bold, rest }) => {
          const Icon = ICONS[kind]
          return (
            <li key={kind}>
              <Icon size={16} />
              <span>
                <b>{bold}</b>
                {rest}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Up to where the crew was seen before this visit. What is looked at now is kept for the next one. */
function useVisit({ lead, seq }: CrewState): Seen | null {
  const seen = () => ({ at: new Date(serverNow()).toISOString(), seq: newest.current })
  const newest = useRef(seq)
  const [from, setFrom] = useState<Seen | null>(null)
  useEffect(() => {
    newest.current = seq
  }, [seq])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      const before = visited(localStorage, lead.id, seen())
      setFrom((own) => (own?.seq === before?.seq ? own : before))
    }
    look()
    const timer = setInterval(look, SEEN_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [lead.id])
  return from
}

/** Events since then up to now: those that are there already from the server, the others as they come. */
function useMissed(leadId: string, from: Seen | null, head: number) {
  const queryKey = ['lead', leadId, 'missed', from?.seq ?? 0] as const
  return useQuery({
    queryKey,
    enabled: from !== null,
    queryFn: async ({ signal }): Promise<Missed> => {
      liveLists.begin<Missed>(leadId, queryKey, oneByOne(withMissed))
      const since = from?.seq ?? 0
      let events: readonly CrewEvent[] = []
      let before = head + 1
      for (let page = 0; page < PAGES; page++) {
        const answer = await api.events(leadId, { before, limit: PAGE }, signal)
        events = [...answer.events.filter(({ seq }) => seq > since), ...events]
        before = answer.events[0]?.seq ?? 0
        if (!answer.hasBefore || before <= since + 1) return { events, isAll: true, asOf: head }
      }
      return { events, isAll: false, asOf: head }
    },
    staleTime: Infinity,
    retry: false,
  })
}

function withMissed(missed: Missed, event: CrewEvent): Missed {
  if (event.seq <= missed.asOf) return missed
  return { ...missed, events: [...missed.events, event], asOf: event.seq }
}
