import type { RunRecord } from '@crewroom/shared/model/run'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Waypoints } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { useStore } from 'zustand'
import { participantOf } from '../crew/participant'
import { unreadTotal } from '../sync/read-marks'
import { groupNameIn } from '../groups/group-name'
import { searchWith, useOver } from '../groups/use-over'
import { sessionTitleIn } from '../sessions/session-title'
import { Page } from '../shell/Page'
import { usePageTitle } from '../shell/page-title'
import { paths } from '../shell/paths'
import { type ListedRun, runs } from '../sync/api/runs'
import { crews, person, readMarks } from '../sync/sync'
import { Link } from '../ui/Link'
import { fullTime, listTime } from '../ui/times'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { useNow } from '../ui/use-now'
import { StartDiscussionDialog } from './dialog-later'
import { END_TONES, whyEnded } from './ended-words'
import { FilterTools } from './FilterTools'
import { PolicyPicture } from './PolicyPicture'
import { namesIn, passes, type RunFilter } from './run-filter'
import { POLICY_NAMES, roundsWords, whoDecides } from './run-words'
import './discussions-page.css'

/** Those that wait for the person come first. */
const ORDER: Readonly<Record<RunRecord['status'], number>> = {
  waiting_human: 0,
  running: 1,
  paused: 2,
  ended: 3,
}

/** The discussions of all crews: those under way, and below them those that have ended. */
export default function DiscussionsPage() {
  const { leadId } = useParams()
  const views = useStore(crews, (all) => all.views)
  const marks = useStore(readMarks.store)
  const own = views[leadId ?? '']?.state
  usePageTitle(own ? unreadTotal(own, marks) : 0, 'Discussions', own?.lead.name ?? '')
  const states = Object.values(views).map(({ state }) => state)
  const { isReader } = useStore(person)
  const { params, open, close } = useOver()
  const [, change] = useAddressParams()
  const isNew = params.get('new') === 'discussion' && !isReader && states.length > 0
  const filter = { q: params.get('q') ?? '', participant: params.get('with') ?? '' }
  const isFiltered = filter.q !== '' || filter.participant !== ''
  const underWay = states.flatMap(({ runs: all }) => Object.values(all))
  const live = states
    .flatMap((state) =>
      Object.values(state.runs).filter((run) =>
        passes(run, sessionTitleIn(state, run.sessionId) ?? '', state, filter),
      ),
    )
    .toSorted((a, b) => ORDER[a.status] - ORDER[b.status] || b.startedAt.localeCompare(a.startedAt))
  const ended = useEnded(underWay.map(({ id }) => id).join(' '), filter)
  const list = ended.data?.pages.flatMap((page) => page.runs) ?? []
  const start = !isReader && states.length > 0 && (
    <button
      type="button"
      className="btn p"
      onClick={() => open({ search: searchWith(params, { new: 'discussion' }) })}
    >
      <Plus size={16} />
      Start a discussion
    </button>
  )
  const isNothing = live.length === 0 && list.length === 0 && ended.isSuccess
  return (
    <Page
      title="Discussions"
      count={live.length === 0 ? undefined : live.length}
      actions={start}
      tools={
        <FilterTools
          filter={filter}
          names={namesIn(states)}
          onChange={(own) =>
            change((next) => {
              if (own.q !== undefined) setOrDelete(next, 'q', own.q)
              if (own.participant !== undefined) setOrDelete(next, 'with', own.participant)
            })
          }
        />
      }
    >
      <div className="scroll dp-scroll" tabIndex={-1}>
        {live.length > 0 && (
          <section aria-labelledby="dp-live">
            <h2 id="dp-live">Under way</h2>
            <ul>
              {live.map((run) => (
                <Row key={run.id} run={run} />
              ))}
            </ul>
          </section>
        )}
        {list.length > 0 && (
          <section aria-labelledby="dp-ended">
            <h2 id="dp-ended">Ended</h2>
            <ul>
              {list.map((run) => (
                <Row key={run.id} run={run} listed={run} />
              ))}
            </ul>
            {ended.hasNextPage && (
              <button
                type="button"
                className="btn dp-more"
                disabled={ended.isFetchingNextPage}
                onClick={() => void ended.fetchNextPage()}
              >
                Show more
              </button>
            )}
          </section>
        )}
        {ended.isError && (
          <p className="none" role="status">
            Couldn’t load the discussions that have ended.{' '}
            <button type="button" className="lnk" onClick={() => void ended.refetch()}>
              Retry
            </button>
          </p>
        )}
        {isNothing && isFiltered && (
          <p className="none" role="status">
            No discussion has these words and this participant.
          </p>
        )}
        {isNothing && !isFiltered && <Nothing />}
      </div>
      {isNew && (
        <StartDiscussionDialog
          leadId={leadId ?? null}
          onClose={() => close({ search: searchWith(params, { new: null }) })}
        />
      )}
    </Page>
  )
}

/** Those that have ended, newest first; asked for again when one of those under way does. */
function useEnded(liveIds: string, { q, participant }: RunFilter) {
  const client = useQueryClient()
  const queryKey = ['discussions', 'ended', q, participant] as const
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      runs.list(
        {
          status: 'ended',
          before: pageParam,
          ...(q === '' ? {} : { q }),
          ...(participant === '' ? {} : { participant }),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  useEffect(() => {
    void client.invalidateQueries({ queryKey: ['discussions', 'ended'] })
  }, [client, liveIds])
  return query
}

interface RowProps {
  readonly run: RunRecord
  readonly listed?: ListedRun
}

function Row({ run, listed }: RowProps) {
  const now = useNow(20_000)
  const { name } = useStore(person)
  const state = useStore(crews, ({ views }) => views[run.leadId]?.state)
  const { policy, progress, limits, status, stopReason } = run
  const nameOf = (id: string) => (state ? participantOf(state, id, name).label : 'An agent')
  const title = (state && sessionTitleIn(state, run.sessionId)) ?? listed?.title ?? run.goal
  const crew = state?.lead.name ?? listed?.leadName ?? ''
  const group = state ? groupNameIn(state, run.groupName) : run.groupName
  const at = run.endedAt ?? run.startedAt
  const round = Math.min(limits.rounds, progress.rounds + 1)
  const standing = {
    waiting_human: 'Your turn',
    running: 'Running',
    paused: 'Paused',
    ended: 'Ended',
  }[status]
  return (
    <li className="dp-row" data-status={status} data-run={run.id}>
      <PolicyPicture kind={policy.kind} width={48} />
      <div className="dp-words">
        <Link to={paths.session(run.leadId, run.groupName, run.sessionId)} dir="auto">
          {title}
        </Link>
        <span>
          <bdi>{crew}</bdi> · <bdi>{group}</bdi> · {POLICY_NAMES[policy.kind]},{' '}
          {whoDecides(policy, nameOf)}
          {run.parent !== null && ' · in private'}
        </span>
      </div>
      <div className="dp-state" data-tone={stopReason === null ? undefined : END_TONES[stopReason]}>
        <b>
          <i aria-hidden="true" />
          {stopReason === null ? standing : `Ended: ${whyEnded(run, nameOf)}`}
        </b>
        <span>
          {status === 'ended' ? roundsWords(progress.rounds) : `Round ${round} of ${limits.rounds}`}
        </span>
      </div>
      <time dateTime={at} title={fullTime(at)}>
        {listTime(at, now)}
      </time>
    </li>
  )
}

function Nothing() {
  return (
    <div className="panel">
      <Waypoints size={28} strokeWidth={1.6} />
      <h2>No discussions yet.</h2>
      <p>
        In a discussion agents answer one another: in turn, chosen by one of them, all at once, or
        asked by a manager.
      </p>
    </div>
  )
}
