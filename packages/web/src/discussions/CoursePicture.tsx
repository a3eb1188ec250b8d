import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundResponse } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { useQueries } from '@tanstack/react-query'
import { ImageDown, Table2 } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../crew/participant'
import { inRole } from '../crew/role-look'
import { MessageText } from '../groups/message/MessageText'
import { elapsed, money, tokenWords } from '../overview/amounts'
import { sessionTitle } from '../sessions/session-title'
import { runs } from '../sync/api/runs'
import { saveBlob } from '../sync/save-blob'
import { person } from '../sync/sync'
import { Avatar } from '../ui/Avatar'
import { clockTime } from '../ui/times'
import { useAddressParams } from '../ui/use-address-params'
import { courseOf } from './course'
import { BOX } from './course-arrows'
import type { Box, Course } from './course-shapes'
import { oneLine } from './course-texts'
import { CourseDrawing, drawingAsFile } from './CourseDrawing'
import { turnIn } from './live-run'
import { fileName } from './run-actions'
import { chosenIn, lengthOf } from './run-words'
import { didWords } from './RunInfo'
import { type Step, stepsOf } from './steps'
import { useRunRounds } from './use-run-rounds'
import { useSaid } from './use-run'
import './course.css'

interface CoursePictureProps {
  readonly session: SessionRecord
  readonly state: CrewState
  readonly run: RunRecord
}

/** The whole course of a discussion as a picture, or as a table. */
export function CoursePicture({ session, state, run }: CoursePictureProps) {
  const { name: personName } = useStore(person)
  const rounds = useRunRounds(session, state, run)
  const history = useSaid(run)
  const said = useMemo(() => new Map(history.map(({ id, content }) => [id, content])), [history])
  const children = useChildren(state, rounds)
  const turn = turnIn(state, session.id)
  const nameOf = (id: string) => (id === HUMAN_ID ? 'You' : knownAs(state, id))
  const course = courseOf({
    run,
    rounds,
    said,
    children,
    turn: turn ? oneLine(turn.text) : null,
    nameOf,
    startedAt: clockTime(run.startedAt),
  })
  const [peeked, setPeeked] = useState<string | null>(null)
  const [isTable, setTable] = useState(false)
  const [, change] = useAddressParams()
  const drawing = useRef<SVGSVGElement>(null)
  const show = (box: Pick<Box, 'messageId' | 'n'>) =>
    change((next) => {
      next.delete('view')
      if (box.messageId !== null) next.set('m', box.messageId)
      else if (box.n > 0) next.set('r', String(box.n))
    }, 'push')
  const didOf = (id: string, isPrivate: boolean) => {
    if (isPrivate) return 'in private'
    if (id === HUMAN_ID && turn) return 'your turn'
    if (!run.participants.includes(id) && id === run.startedBy) return 'started it'
    return didWords(
      rounds.flatMap((round) =>
        round.responses.flatMap((own) => (own.agentId === id ? [{ ask: round.ask, own }] : [])),
      ),
    )
  }
  const box = course.boxes.find(({ key }) => key === peeked) ?? course.boxes.findLast(hasText)
  return (
    <div className="dn-course">
      {isTable ? (
        <CourseTable {...{ run, said, nameOf }} steps={stepsOf(rounds)} />
      ) : (
        <Scroller course={course}>
          <ul className="dn-lanes" aria-hidden="true" style={{ height: course.height }}>
            {course.lanes.map(({ id, y, isPrivate }) => {
              const who = participantOf(state, id, personName)
              const look = inRole('dn-lane', who.role, who.color)
              return (
                <li key={id} className={look.className} style={{ ...look.style, top: y - 20 }}>
                  <Avatar who={who} size="md" />
                  <span>
                    <b>{nameOf(id)}</b>
                    <small>{didOf(id, isPrivate)}</small>
                  </span>
                </li>
              )
            })}
          </ul>
          <CourseDrawing
            ref={drawing}
            course={course}
            lookOf={(id) => {
              const who = participantOf(state, id, personName)
              return inRole('', who.role, who.color)
            }}
            nameOf={nameOf}
          />
          {course.boxes.map((own) => (
            <button
              key={own.key}
              type="button"
              className="dn-hit"
              aria-label={own.label}
              aria-pressed={own.key === box?.key}
              style={{ left: own.x, top: own.y, width: own.width, height: BOX }}
              onClick={() => setPeeked(own.key)}
              onFocus={() => setPeeked(own.key)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                show(own)
              }}
            />
          ))}
        </Scroller>
      )}
      {!isTable && box && (
        <Peek {...{ state, run, box, said, personName }} onShow={() => show(box)} />
      )}
      <div className="dn-legend">
        <span>
          <i className="k-answer" /> answer
        </span>
        <span>
          <i className="k-choice" /> choice of who is next
        </span>
        <span>
          <i className="k-private" /> in private
        </span>
        <span>
          <i className="k-wait" /> waits for you
        </span>
        <span className="sp" />
        <button
          type="button"
          className="btn"
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        >
          <Table2 size={15} />
          {isTable ? 'As a picture' : 'As a table'}
        </button>
        <button
          type="button"
          className="btn"
          disabled={isTable}
          onClick={() => {
            if (!drawing.current) return
            saveBlob(drawingAsFile(drawing.current), `${fileName(sessionTitle(session))}.svg`)
          }}
        >
          <ImageDown size={15} />
          Save picture
        </button>
      </div>
    </div>
  )
}

const hasText = ({ kind, messageId }: Box) => kind === 'answer' && messageId !== null

/** Discussions in private, those that have ended too. */
function useChildren(
  state: CrewState,
  rounds: readonly { readonly responses: readonly { readonly child?: string | undefined }[] }[],
): ReadonlyMap<string, RunRecord> {
  const ids = rounds.flatMap(({ responses }) =>
    responses.flatMap(({ child }) => (child === undefined ? [] : [child])),
  )
  const ended = ids.filter((id) => !Object.hasOwn(state.runs, id))
  const found = useQueries({
    queries: ended.map((id) => ({
      queryKey: ['lead', state.lead.id, 'run', id, 'ended'],
      queryFn: ({ signal }: { signal: AbortSignal }) => runs.one(id, signal),
      staleTime: Infinity,
    })),
  })
  const all = [
    ...ids.flatMap((id) => (Object.hasOwn(state.runs, id) ? (state.runs[id] ?? []) : [])),
    ...found.flatMap(({ data }) => data?.run ?? []),
  ]
  return new Map(all.map((own) => [own.id, own]))
}

/** Scrolls sideways, and follows the end like a chat. */
function Scroller({ course, children }: { course: Course; children: React.ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const own = scroller.current
    if (own && isAtEnd.current) own.scrollLeft = own.scrollWidth
  }, [course.width])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div
      ref={scroller}
      className="dn-scroll"
      role="group"
      tabIndex={0}
      aria-label="Course of the discussion, scrolls sideways"
      onScroll={({ currentTarget: { scrollLeft, clientWidth, scrollWidth } }) => {
        isAtEnd.current = scrollLeft + clientWidth >= scrollWidth - 24
      }}
    >
      <div className="dn-canvas" style={{ width: course.width, height: course.height }}>
        {children}
      </div>
    </div>
  )
}

interface PeekProps {
  readonly state: CrewState
  readonly run: RunRecord
  readonly box: Box
  readonly said: ReadonlyMap<string, string>
  readonly personName: string
  readonly onShow: () => void
}

const PEEKED = 600

function Peek({ state, run, box, said, personName, onShow }: PeekProps) {
  const who = participantOf(state, box.agentId, personName)
  const text =
    box.kind === 'goal'
      ? run.goal
      : box.messageId === null
        ? box.label.split(': ').slice(1).join(': ') || box.label
        : (said.get(box.messageId) ?? '')
  const meta = [box.label.split(':')[0]?.split(', ')[1] ?? '', box.kind === 'wait' ? '' : box.meta]
  return (
    <div {...inRole('dn-peek', who.role, who.color)}>
      <Avatar who={who} size="md" />
      <div>
        <p className="dn-peek-head">
          <b>
            <bdi>{box.agentId === HUMAN_ID ? 'You' : who.label}</bdi>
          </b>
          <span>{meta.filter(Boolean).join(' · ')}</span>
        </p>
        <MessageText content={text.length > PEEKED ? `${text.slice(0, PEEKED)}…` : text} />
      </div>
      <button type="button" className="sn-do" onClick={onShow}>
        Show in talk
      </button>
    </div>
  )
}

interface CourseTableProps {
  readonly run: RunRecord
  readonly steps: readonly Step[]
  readonly said: ReadonlyMap<string, string>
  readonly nameOf: (id: string) => string
}

const STATUS_WORDS: Readonly<Record<RoundResponse['status'], string>> = {
  thinking: 'thinking',
  nested: 'discusses first',
  done: 'answered',
  passed: 'nothing to add',
  error: 'no answer',
  interrupted: 'stopped',
  skipped: 'passed over',
}
const statusWords = ({ agentId, status }: RoundResponse) =>
  agentId === HUMAN_ID && status === 'thinking' ? 'waits for you' : STATUS_WORDS[status]

const IN_CELL = 140

/** The same, to be read in order. */
function CourseTable({ run, steps, said, nameOf }: CourseTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="dn-scroll" role="group" aria-label="Course of the discussion" tabIndex={0}>
      <table className="dn-table">
        <thead>
          <tr>
            {['Round', 'Who', 'Why', 'Said', 'Time', 'Tokens', 'Money'].map((own) => (
              <th key={own} scope="col">
                {own}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.flatMap((step) => {
            const { round } = step
            if (!round) return []
            const { quote, note } = chosenIn(run, round, nameOf)
            return round.responses.map((own) => {
              const text = own.messageId === null ? '' : oneLine(said.get(own.messageId) ?? '')
              const length = lengthOf(step)
              return (
                <tr key={`${step.key} ${own.agentId}`}>
                  <th scope="row">{round.ask === 'aggregate' ? 'Sum' : step.n}</th>
                  <td>{nameOf(own.agentId)}</td>
                  <td>{quote || note}</td>
                  <td>
                    {text.length > IN_CELL
                      ? `${text.slice(0, IN_CELL)}…`
                      : text || statusWords(own)}
                  </td>
                  <td>{length === null ? '' : elapsed(length)}</td>
                  <td>{own.usage?.tokens ? tokenWords(own.usage.tokens) : ''}</td>
                  <td>{own.usage?.usd ? money(own.usage.usd) : ''}</td>
                </tr>
              )
            })
          })}
        </tbody>
      </table>
    </div>
  )
}
