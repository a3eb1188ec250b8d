import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useMemo } from 'react'
import { statusLook } from '../../crew/agent-status'
import { useLive } from '../../crew/use-crew'
import { NARROW, useMedia } from '../../ui/use-media'
import { JournalProblem } from '../JournalProblem'
import { useSentenceNames } from '../SentenceText'
import type { Journal } from '../use-journal'
import { EarlierStrip } from './EarlierStrip'
import type { LaneAddress } from './lane-address'
import { rowsOf } from './lane-rows'
import { LaneBoard } from './LaneBoard'
import { LaneLegend } from './LaneLegend'
import { LaneTable } from './LaneTable'
import { LaneTools } from './LaneTools'
import { NothingHere } from './NothingHere'
import { ReplayBar } from './ReplayBar'
import { areLinksDrawn, marksIn, signsIn } from './signs'
import { histogram, isEmptyIn } from './story'
import { useEarlier } from './use-earlier'
import { useLaneKeys } from './use-lane-keys'
import { useLaneMoves } from './use-lane-moves'
import { useLaneWindow } from './use-lane-window'
import { useLooksThen } from './use-looks-then'
import type { Pointed } from './use-pointed'
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
  const view = useLaneWindow(state, journal)
  const { address, change, follows, now, picture, knownFrom, story, range } = view
  const { hasLinks, hasGroups, hasQuiet, find } = address
  const { moment, player, zoom, zoomHere, pan, show, toNow, stepTime, stepMark } =
    useLaneMoves(view)
  const isNarrow = useMedia(NARROW)
  const isTable = address.as === 'table' || (address.as === null && isNarrow)
  const earlier = useEarlier(journal)

  const names = useSentenceNames(state)
  const live = useLive(state.lead.id)
  const rows = useMemo(() => {
    const { nameOf, groupOf: groupName } = names
    return rowsOf(picture, { range, now, hasGroups, hasQuiet, find, nameOf, groupName })
  }, [picture, range, now, hasGroups, hasQuiet, find, names])
  const told = useMemo(() => marksIn(rows, range), [rows, range])

  const { events } = journal
  const counted = useMemo(() => events.filter(({ type }) => !type.endsWith(':read')), [events])
  const counts = useMemo(() => histogram(counted, story, PIECES), [counted, story])
  const looks = useLooksThen(state, picture, moment)
  const latest = useMemo(() => latestOf(told, moment), [told, moment])

  const toggleTable = () => change({ as: isTable ? 'lanes' : 'table' })
  useLaneKeys({
    playLanes: player.toggle,
    previousMark: () => stepMark(-1),
    nextMark: () => stepMark(1),
    backInTime: () => stepTime(-STEP_MS),
    forwardInTime: () => stepTime(STEP_MS),
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
      <EarlierStrip
        earlier={earlier}
        knownFrom={knownFrom}
        problem={view.problem}
        recordsFrom={view.recordsFrom}
        now={now}
      />
      {isTable ? (
        <LaneTable
          state={state}
          picture={picture}
          range={{ from: range.from, to: Math.min(range.to, moment ?? range.to) }}
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
          names={names}
          onPan={(ms) => pan(ms, true)}
          onZoom={zoom}
          onShow={show}
          onPointing={(isPointing) => view.setHeld(isPointing && follows ? range : null)}
          onHold={() => follows && change({ end: Math.round(range.to) })}
          onAllQuiet={() => change({ hasQuiet: !hasQuiet })}
        >
          {isEmpty && <NothingHere picture={picture} range={range} onJump={show} />}
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

/** The last thing that was said or done up to a moment of the replay. */
function latestOf(told: ReturnType<typeof marksIn>, moment: number | null): Pointed | null {
  if (moment === null) return null
  let last: (typeof told)[number] | null = null
  for (const one of told) {
    if (one.mark.at <= moment && (last === null || one.mark.at >= last.mark.at)) last = one
  }
  return last && { key: last.row.key, seq: last.mark.event.seq }
}

function countWords(agents: number, groups: number): string {
  const words = agents === 1 ? '1 agent' : `${agents} agents`
  return groups === 0 ? words : `${words}, ${groups} ${groups === 1 ? 'group' : 'groups'}`
}
