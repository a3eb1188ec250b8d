import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { statusLook } from '../../crew/agent-status'
import { groupNameIn } from '../../groups/group-name'
import { showPastLooks } from '../../crew/past-looks'
import { useLive } from '../../crew/use-crew'
import { NARROW, useMedia } from '../../ui/use-media'
import { JournalProblem } from '../JournalProblem'
import { useNames } from '../SentenceText'
import type { Journal } from '../use-journal'
import type { LaneAddress } from './lane-address'
import { EarlierStrip } from './EarlierStrip'
import { rowsOf } from './lane-rows'
import { exactTime, timeAt } from './lane-words'
import { LaneBoard } from './LaneBoard'
import { LaneLegend } from './LaneLegend'
import { LaneTable } from './LaneTable'
import { LaneTools } from './LaneTools'
import { looksThen } from './look-then'
import { ReplayBar } from './ReplayBar'
import { areLinksDrawn, marksIn, signsIn } from './signs'
import { histogram, isEmptyIn, nearestActivity, storyOf } from './story'
import { panned, type Range, rangeOf, showing, zoomed } from './time-range'
import { useEarlier } from './use-earlier'
import { useLaneAddress } from './use-lane-address'
import { useLaneKeys } from './use-lane-keys'
import { usePicture } from './use-picture'
import { useReplay } from './use-replay'
import { useServerNow } from './use-server-now'
import './lanes.css'
import './lane-signs.css'
import './lane-words.css'
import './replay.css'

const PIECES = 140
const STEP_MS = 10_000

/** What agents did over time, one lane each. */
export function Lanes({
  state,
  journal,
}: {
  readonly state: CrewState
  readonly journal: Journal
}) {
  const [address, changeAddress] = useLaneAddress()
  /** What is pointed at does not move away, whatever happens meanwhile. */
  const [held, setHeld] = useState<Range | null>(null)
  const change: typeof changeAddress = (patch, isMoving) => {
    setHeld(null)
    changeAddress(patch, isMoving)
  }
  const { replay, hasLinks, hasGroups, hasQuiet, find } = address
  const isNarrow = useMedia(NARROW)
  const isTable = address.as === 'table' || (address.as === null && isNarrow)
  const follows = address.end === null && replay === null
  const now = useServerNow(follows ? 1_000 : 10_000)
  const { picture, knownFrom, born, problem } = usePicture(state, journal, address.end === null)
  const story = useMemo(
    () => storyOf(picture, born, knownFrom, now),
    [picture, born, knownFrom, now],
  )
  const { from, to } = held ?? rangeOf(address, story, now)
  const range = useMemo(() => ({ from, to }), [from, to])
  const earlier = useEarlier(journal)

  const nameOf = useNames(state)
  const live = useLive(state.lead.id)
  const { groups } = state
  const rows = useMemo(() => {
    const groupName = (name: string) => groupNameIn({ groups }, name)
    return rowsOf(picture, { range, now, hasGroups, hasQuiet, find, nameOf, groupName })
  }, [picture, range, now, hasGroups, hasQuiet, find, nameOf, groups])
  const told = useMemo(() => marksIn(rows, range), [rows, range])

  const goTo = (at: number | null, isMoving: boolean) => {
    const view = at === null ? {} : showing(address, range, at)
    change({ replay: at, ...view }, isMoving)
  }
  const player = useReplay({ story, at: replay, onAt: goTo })
  const { events } = journal
  const counted = useMemo(() => events.filter(({ type }) => type !== 'group:read'), [events])
  const counts = useMemo(() => histogram(counted, story, PIECES), [counted, story])
  const moment = replay === null ? null : Math.min(replay, now)
  const looks = useMemo(
    () => (moment === null ? null : looksThen(state, picture, moment)),
    [state, picture, moment],
  )
  const pastTime = moment === null ? '' : exactTime(moment)
  useEffect(() => {
    showPastLooks(looks && { leadId: state.lead.id, time: pastTime, looks })
    return () => showPastLooks(null)
  }, [looks, pastTime, state.lead.id])
  /** The last thing that was said or done up to the moment of the replay. */
  const latest = useMemo(() => {
    if (moment === null) return null
    let last: (typeof told)[number] | null = null
    for (const one of told) {
      if (one.mark.at <= moment && (last === null || one.mark.at >= last.mark.at)) last = one
    }
    return last && { key: last.row.key, seq: last.mark.event.seq }
  }, [told, moment])

  const zoom = (factor: number, pivot: number, isMoving = false) =>
    change(zoomed(range, factor, pivot, story), isMoving)
  const zoomHere = (factor: number) => {
    const view = zoomed(range, factor, moment ?? (range.from + range.to) / 2, story)
    // Who follows now goes on following it.
    change(follows ? { ...view, end: null } : view)
  }
  const pan = (ms: number, isMoving = false) => change(panned(range, ms, story, now), isMoving)
  const show = (at: number) => change(showing(address, range, at))
  const toNow = () => {
    player.stop()
    change({ end: null, replay: null })
  }
  /** To the mark before or after the moment of the replay, in the whole story. */
  const stepMark = (step: 1 | -1) => {
    const times = picture.lanes
      .flatMap(({ marks }) => marks.map(({ at }) => at))
      .toSorted((a, b) => a - b)
    const here = moment ?? story.to + 1
    const next = step === 1 ? times.find((at) => at > here) : times.findLast((at) => at < here)
    if (next !== undefined) goTo(next, true)
  }
  const toggleTable = () => change({ as: isTable ? 'lanes' : 'table' })
  useLaneKeys({
    playLanes: player.toggle,
    previousMark: () => stepMark(-1),
    nextMark: () => stepMark(1),
    backInTime: () => player.seek((moment ?? story.to) - STEP_MS, true),
    forwardInTime: () => player.seek((moment ?? story.to) + STEP_MS, true),
    zoomIn: () => zoomHere(0.5),
    zoomOut: () => zoomHere(2),
    wholeStory: () => change({ span: 'all', end: null }),
    laneTable: toggleTable,
  })

  if (journal.phase === 'failed') return <JournalProblem retry={journal.retry} />
  if (journal.phase === 'loading') return <div className="f-wait" aria-busy="true" />
  const onChange = (patch: Partial<LaneAddress>) => change(patch)
  const isEmpty = journal.phase === 'ready' && !earlier.isLoading && isEmptyIn(picture, range, now)
  const groupCount = rows.rows.filter(({ kind }) => kind === 'group').length
  return (
    <>
      <LaneTools
        address={address}
        range={range}
        story={story}
        now={now}
        follows={follows}
        isTable={isTable}
        isMany={rows.isMany}
        onChange={onChange}
        onZoom={zoomHere}
        onStep={(windows) => pan(windows * (range.to - range.from))}
      />
      <EarlierStrip earlier={earlier} knownFrom={knownFrom} problem={problem} now={now} />
      {isTable ? (
        <LaneTable
          state={state}
          picture={picture}
          range={{ from, to: Math.min(to, moment ?? to) }}
          now={now}
        />
      ) : (
        <LaneBoard
          state={state}
          rows={rows}
          picture={picture}
          range={range}
          knownFrom={knownFrom}
          now={now}
          replay={moment}
          told={latest}
          hasLinks={hasLinks}
          caption={countWords(Object.keys(state.agents).length, groupCount)}
          lookOf={(id) => {
            if (looks) return looks[id] ?? null
            const agent = state.agents[id]
            return agent ? statusLook(state, agent, live[id]) : null
          }}
          nameOf={nameOf}
          onPan={(ms) => pan(ms, true)}
          onZoom={(factor, pivot) => zoom(factor, pivot, true)}
          onShow={show}
          onPointing={(isPointing) => setHeld(isPointing && follows ? range : null)}
          onHold={() => follows && change({ end: Math.round(range.to) })}
          onAllQuiet={() => change({ hasQuiet: !hasQuiet })}
        >
          {isEmpty && <Nothing picture={picture} range={range} onJump={show} />}
        </LaneBoard>
      )}
      <ReplayBar
        story={story}
        now={now}
        at={moment}
        counts={counts}
        total={counted.length}
        isPlaying={player.isPlaying}
        speed={player.speed}
        follows={follows}
        onPlay={player.toggle}
        onSpeed={player.setSpeed}
        onSeek={player.seek}
        onNow={toNow}
      />
      {!isTable && (
        <LaneLegend
          signs={signsIn(rows, picture, range, now, hasLinks && areLinksDrawn(told.length))}
          isCrowded={hasLinks && told.length > 0 && !areLinksDrawn(told.length)}
        />
      )}
    </>
  )
}

function countWords(agents: number, groups: number): string {
  const words = agents === 1 ? '1 agent' : `${agents} agents`
  return groups === 0 ? words : `${words}, ${groups} ${groups === 1 ? 'group' : 'groups'}`
}

/** Nothing is in the window: when something was, and the way there. */
function Nothing({
  picture,
  range,
  onJump,
}: {
  readonly picture: Parameters<typeof nearestActivity>[0]
  readonly range: Parameters<typeof nearestActivity>[1]
  readonly onJump: (at: number) => void
}) {
  const near = nearestActivity(picture, range)
  return (
    <div className="l-nothing" role="status">
      <b>{near ? 'Nothing happened here' : 'Nothing happened yet'}</b>
      {near && (
        <>
          <span>
            The {near.isBefore ? 'last' : 'next'} activity was at {timeAt(near.at)}.
          </span>
          <button type="button" className="btn" onClick={() => onJump(near.at)}>
            {near.isBefore ? <ArrowLeft size={15} /> : <ArrowRight size={15} />} Jump to it
          </button>
        </>
      )}
    </div>
  )
}
