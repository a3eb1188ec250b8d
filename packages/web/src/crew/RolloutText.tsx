import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import { person } from '../sync/sync'
import type { Outcome } from '@crewroom/shared/text/reply-words'
import { shownHidden } from '../groups/message/text-pieces'
import type { Outcomes } from './record-outcomes'
import { GivenFrom, GroupLink, nameOfRef } from './GivenFrom'
import { givenParts, type RolloutPart, saidParts } from './rollout-parts'
import { useCurrentCrew } from './use-crew'
import './rollout.css'

/** Words of a rollout as a person reads them: commands and who gave what are sentences, as they were written on a press. */
export function RolloutText({
  text,
  of,
  outcomes = [],
}: {
  readonly text: string
  readonly of: 'said' | 'given'
  /** What became of its commands, in their order. */
  readonly outcomes?: Outcomes | undefined
}) {
  const { name } = useStore(person)
  const parts = of === 'said' ? saidParts(text) : givenParts(text)
  const commands = parts.filter(({ kind }) => kind === 'command')
  return (
    // A part's place in its text is its identity: the text never changes.
    <div className="rollout">
      {parts.map((part, index) =>
        part.kind === 'words' ? (
          <p key={index} className="r-body" dir="auto">
            {of === 'given' ? withPerson(part.text, name) : part.text}
          </p>
        ) : (
          <Card key={index} part={part} outcome={outcomes[commands.indexOf(part)] ?? null} />
        ),
      )}
    </div>
  )
}

function Card({
  part,
  outcome,
}: {
  readonly part: Exclude<RolloutPart, { kind: 'words' }>
  readonly outcome: Outcome | null
}) {
  const state = useCurrentCrew()
  const { name: personName } = useStore(person)
  const [isRaw, setRaw] = useState(false)
  const nameOf = (ref: string) => nameOfRef(state, personName, ref)
  const words = part.kind === 'command' ? wordsOf(part) : ''
  return (
    <div
      className={part.kind === 'command' ? 'rollout-card' : 'rollout-from'}
      data-outcome={part.kind === 'command' ? outcomeName(outcome) : undefined}
    >
      <p className="rollout-head">
        <span>
          {part.kind === 'given' ? (
            <GivenFrom state={state} personName={personName} {...part} />
          ) : (
            <Did state={state} part={part} nameOf={nameOf} outcome={outcome} />
          )}
        </span>
        <button
          type="button"
          className="rollout-raw"
          aria-expanded={isRaw}
          aria-label="As it was written"
          title="As it was written"
          onClick={() => setRaw(!isRaw)}
        >
          <Braces size={13} />
        </button>
      </p>
      {words !== '' && (
        <p className="r-body" dir="auto">
          {words}
        </p>
      )}
      {isRaw && <pre className="rollout-code">{part.raw.trim()}</pre>}
    </div>
  )
}

const outcomeName = (outcome: Outcome | null) =>
  outcome === null ? 'waits' : outcome.isDone ? 'done' : 'refused'

function Did({
  state,
  part: { verb, payload },
  nameOf,
  outcome,
}: {
  readonly outcome: Outcome | null
  readonly state: CrewState
  readonly part: Extract<RolloutPart, { kind: 'command' }>
  readonly nameOf: (ref: string) => string
}) {
  const text = (key: string) => textOf(payload, key)
  const to = <bdi>{nameOf(text('to'))}</bdi>
  const group = <GroupLink state={state} name={text('group')} />
  const name = <code>{verb || 'a command'}</code>
  // Without an answer nothing is known to have happened.
  if (outcome === null) return <>Wrote {name}, which is not answered yet:</>
  if (!outcome.isDone) {
    return (
      <>
        {name} did not run: {shownHidden(outcome.why)}
      </>
    )
  }
  switch (payload === null ? '' : verb) {
    case 'GROUP_MESSAGE':
      return <>Wrote in {group}:</>
    case 'AGENT_MESSAGE':
      return <>Wrote to {to}:</>
    case 'BROADCAST':
      return <>Told everyone:</>
    case 'INTERRUPT':
      return <>Interrupted {to}:</>
    case 'DELEGATE':
      return <>Gave {to} a task:</>
    case 'COMPLETE_TASK':
      return (
        <>
          {text('status') === 'failed' ? 'Reported that it failed' : 'Reported its task as done'}:
        </>
      )
    case 'REACT':
      return (
        <>
          Reacted {text('emoji')} in {group}
        </>
      )
    case 'READ_GROUP':
      return <>Read {group}</>
    case 'CREATE_GROUP':
      return <>Created the group {text('name')}</>
    default:
      return <>Ran {name}</>
  }
}

const WORDS = ['content', 'task', 'summary', 'reason', 'purpose'] as const

function wordsOf({ payload }: Extract<RolloutPart, { kind: 'command' }>): string {
  return WORDS.map((key) => textOf(payload, key)).find((text) => text !== '') ?? ''
}

function textOf(payload: Readonly<Record<string, unknown>> | null, key: string): string {
  const value = payload?.[key]
  return typeof value === 'string' ? value : ''
}

/** What the server itself says calls the person as the page does. */
function withPerson(text: string, name: string): string {
  return text.replace(/^\[System\].*$/gm, (line) => line.replaceAll('Human (human)', name))
}
