import { type RoundRecord, withResponse } from '@crewroom/shared/model/round'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import type { InfiniteData } from '@tanstack/react-query'

export interface RoundPage {
  /** Ascending. */
  readonly rounds: readonly RoundRecord[]
  /** Everything up to this journal number is in the page. */
  readonly asOf: number
}

/** Loaded rounds of a session: page 0 is the newest one; the param is the number that a page ends before. */
export type RoundPages = InfiniteData<RoundPage, number>

/** The pages after one event; the same object when it says nothing new of them. */
export function withRoundEvent(pages: RoundPages, event: CrewEvent): RoundPages {
  switch (event.type) {
    case 'round:opened':
      return withRound(pages, event.seq, event.round)
    case 'round:responded':
      return changed(pages, event, (round) => withResponse(round, event.response))
    case 'round:closed':
      return changed(pages, event, (round) => ({ ...round, closed: event.why }))
    default:
      return pages
  }
}

/** A round that is new; or one that is there, as it is once somebody is asked again. */
function withRound(pages: RoundPages, seq: number, round: RoundRecord): RoundPages {
  const at = pageOf(pages, round.n)
  if (at !== -1) return put(pages, at, seq, round)
  const newest = pages.pages[0]
  if (!newest || seq <= newest.asOf || round.n < (newest.rounds.at(-1)?.n ?? 0)) return pages
  return replace(pages, 0, { rounds: [...newest.rounds, round], asOf: seq })
}

function changed(
  pages: RoundPages,
  { seq, n }: { readonly seq: number; readonly n: number },
  change: (round: RoundRecord) => RoundRecord,
): RoundPages {
  const at = pageOf(pages, n)
  const round = pages.pages[at]?.rounds.find((own) => own.n === n)
  return round ? put(pages, at, seq, change(round)) : pages
}

function put(pages: RoundPages, at: number, seq: number, round: RoundRecord): RoundPages {
  const page = pages.pages[at]
  if (!page || seq <= page.asOf) return pages
  const rounds = page.rounds.map((own) => (own.n === round.n ? round : own))
  return replace(pages, at, { rounds, asOf: seq })
}

function replace(pages: RoundPages, at: number, page: RoundPage): RoundPages {
  return { ...pages, pages: pages.pages.with(at, page) }
}

function pageOf({ pages }: RoundPages, n: number): number {
  return pages.findIndex(({ rounds }) => rounds.some((own) => own.n === n))
}

/** Rounds by number, ascending; those that the crew's state has stand for the same of a page. */
export function roundsByNumber(
  pages: Pick<RoundPages, 'pages'> | undefined,
  inState: readonly RoundRecord[],
): ReadonlyMap<number, RoundRecord> {
  const all = [...(pages?.pages ?? []).toReversed().flatMap(({ rounds }) => rounds), ...inState]
  const byNumber = new Map(all.map((round) => [round.n, round]))
  return new Map([...byNumber].toSorted(([a], [b]) => a - b))
}
