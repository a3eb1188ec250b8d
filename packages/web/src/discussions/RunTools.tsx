import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronDown, Pause, Play, SkipForward, Square } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { knownAs, participantOf } from '../crew/participant'
import { useKey } from '../shell/use-key'
import { connection } from '../sync/connection'
import { person } from '../sync/sync'
import { Anchored } from '../ui/Anchored'
import { Avatar } from '../ui/Avatar'
import { MenuInPlace } from '../ui/MenuInPlace'
import { toast, UNDO } from '../ui/toasts'
import { listed } from '../sessions/round-words'
import { nextSpeaker, pauseRun, resumeRun, stopRun } from './run-actions'
import './run-bar.css'

interface RunToolsProps {
  readonly state: CrewState
  readonly run: RunRecord
  readonly rounds: readonly RoundRecord[]
}

/** What a person does to a discussion that is under way. Nothing of it waits for a connection: it would come too late. */
export function RunTools({ state, run, rounds }: RunToolsProps) {
  const isLost = useStore(connection, ({ lostAt }) => lostAt !== null)
  const isPaused = run.status === 'paused'
  const [isBusy, setBusy] = useState(false)
  const off = isLost ? { disabled: true, title: 'The connection is lost' } : { disabled: isBusy }
  const toggle = async () => {
    if (isLost || isBusy) return
    setBusy(true)
    const [act, undo] = isPaused ? [resumeRun, pauseRun] : [pauseRun, resumeRun]
    const isDone = await act(run.id)
    setBusy(false)
    if (!isDone) return
    const text = isPaused ? 'The discussion goes on.' : 'The discussion is paused.'
    toast.news(text, { action: { label: UNDO, run: () => void undo(run.id) } })
  }
  useKey('pauseDiscussion', () => void toggle())
  return (
    <div className="dn-tools">
      <NextSpeaker {...{ state, run }} isOff={isLost} />
      <button
        type="button"
        className="btn"
        aria-keyshortcuts="p"
        {...off}
        onClick={() => void toggle()}
      >
        {isPaused ? <Play size={15} /> : <Pause size={15} />}
        <span>{isPaused ? 'Go on' : 'Pause'}</span>
      </button>
      <Stop {...{ state, run, rounds }} isOff={isLost} />
    </div>
  )
}

interface OffProps extends Pick<RunToolsProps, 'state' | 'run'> {
  readonly isOff: boolean
}

function NextSpeaker({ state, run, isOff }: OffProps) {
  const { name } = useStore(person)
  const [from, setFrom] = useState<HTMLElement | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useKey('nextSpeaker', () => !isOff && setFrom(button.current))
  const { next } = run.progress
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn"
        aria-haspopup="menu"
        aria-expanded={from !== null}
        aria-keyshortcuts="n"
        aria-label="Next speaker"
        disabled={isOff}
        title={isOff ? 'The connection is lost' : undefined}
        onClick={() => setFrom(button.current)}
      >
        <SkipForward size={15} />
        <span>Next speaker</span>
        <ChevronDown size={14} />
      </button>
      {from && (
        <MenuInPlace label="Who speaks next" from={from} align="end" onClose={() => setFrom(null)}>
          <DropdownMenu.Label className="dn-menu-head">Who speaks next</DropdownMenu.Label>
          {run.participants.map((id) => (
            <DropdownMenu.Item
              key={id}
              onSelect={() =>
                void nextSpeaker(run.id, id, id === HUMAN_ID ? 'you' : knownAs(state, id))
              }
            >
              <Avatar who={participantOf(state, id, name)} size="sm" />
              <bdi>{id === HUMAN_ID ? 'You' : knownAs(state, id)}</bdi>
              {next === id && <span className="dn-next">next</span>}
            </DropdownMenu.Item>
          ))}
        </MenuInPlace>
      )}
    </>
  )
}

function Stop({ state, run, rounds, isOff }: OffProps & Pick<RunToolsProps, 'rounds'>) {
  const [isAsked, setAsked] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useKey('stopDiscussion', () => !isOff && setAsked(true))
  const answering = rounds
    .flatMap(({ responses }) => responses)
    .filter(({ status, agentId }) => status === 'thinking' && agentId !== HUMAN_ID)
    .map(({ agentId }) => knownAs(state, agentId))
  const close = () => setAsked(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn danger"
        aria-haspopup="dialog"
        aria-expanded={isAsked}
        aria-keyshortcuts="."
        disabled={isOff}
        title={isOff ? 'The connection is lost' : undefined}
        onClick={() => setAsked(!isAsked)}
      >
        <Square size={14} />
        <span>Stop</span>
      </button>
      {isAsked && (
        <Anchored
          anchor={button}
          label="Stop the discussion"
          className="dn-ask"
          side="bottom"
          align="end"
          takesFocus
          onClose={close}
        >
          <p>
            {answering.length === 0
              ? 'Nobody is asked any more. What was said is kept.'
              : `${listed(answering)} ${answering.length === 1 ? 'is' : 'are'} answering. ${answering.length === 1 ? 'Its answer is' : 'Their answers are'} not kept.`}
          </p>
          <div className="dn-ask-acts">
            <button type="button" className="btn" onClick={close}>
              Cancel
            </button>
            <button
              type="button"
              className="btn danger p"
              disabled={isOff}
              onClick={() => {
                close()
                void stopRun(run.id)
              }}
            >
              Stop the discussion
            </button>
          </div>
        </Anchored>
      )}
    </>
  )
}
