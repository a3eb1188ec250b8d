import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useStore } from 'zustand'
import { groupNameIn } from '../groups/group-name'
import { paths } from '../shell/paths'
import { person } from '../sync/sync'
import { knownAs } from './participant'
import { givenParts, type RolloutPart, saidParts } from './rollout-parts'
import { useCurrentCrew } from './use-crew'
import './rollout.css'

/** Words of a rollout as a person reads them: commands and who gave what are sentences, as they were written on a press. */
export function RolloutText({
  text,
  of,
}: {
  readonly text: string
  readonly of: 'said' | 'given'
}) {
  const { name } = useStore(person)
  const parts = of === 'said' ? saidParts(text) : givenParts(text)
  return (
    // A part's place in its text is its identity: the text never changes.
    <div className="rollout">
      {parts.map((part, index) =>
        part.kind === 'words' ? (
          <p key={index} className="r-body" dir="auto">
            {of === 'given' ? withPerson(part.text, name) : part.text}
          </p>
        ) : (
          <Card key={index} part={part} />
        ),
      )}
    </div>
  )
}

function Card({ part }: { readonly part: Exclude<RolloutPart, { kind: 'words' }> }) {
  const state = useCurrentCrew()
  const { name: personName } = useStore(person)
  const [isRaw, setRaw] = useState(false)
  const nameOf = (ref: string) => nameOfRef(state, personName, ref)
  const words = part.kind === 'command' ? wordsOf(part) : ''
  return (
    <div className={part.kind === 'command' ? 'rollout-card' : 'rollout-from'}>
      <p className="rollout-head">
        <span>
          {part.kind === 'given' ? (
            <Given state={state} part={part} from={nameOf(part.fromId)} />
          ) : (
            <Did state={state} part={part} nameOf={nameOf} />
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

function Given({
  state,
  part,
  from,
}: {
  readonly state: CrewState
  readonly part: Extract<RolloutPart, { kind: 'given' }>
  readonly from: string
}) {
  const who = <bdi>{from}</bdi>
  switch (part.what) {
    case 'group':
      return (
        <>
          {who} in <Group state={state} name={part.group ?? ''} />:
        </>
      )
    case 'task':
      return <>Task from {who}:</>
    case 'broadcast':
      return <>{who} to everyone:</>
    case 'interrupt':
      return <>Interrupted by {who}:</>
    case 'message':
      return <>{who} wrote:</>
    default:
      return part.what satisfies never
  }
}

function Did({
  state,
  part: { verb, payload },
  nameOf,
}: {
  readonly state: CrewState
  readonly part: Extract<RolloutPart, { kind: 'command' }>
  readonly nameOf: (ref: string) => string
}) {
  const text = (key: string) => textOf(payload, key)
  const to = <bdi>{nameOf(text('to'))}</bdi>
  const group = <Group state={state} name={text('group')} />
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
      return (
        <>
          Ran <code>{verb || 'a command'}</code>
        </>
      )
  }
}

function Group({ state, name }: { readonly state: CrewState; readonly name: string }) {
  return (
    <Link className="s-link" to={paths.group(state.lead.id, name)}>
      <bdi>{groupNameIn(state, name)}</bdi>
    </Link>
  )
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

/** Somebody as the page names them, by the id or the word that an agent knows them by. */
function nameOfRef(state: CrewState, personName: string, ref: string): string {
  if (ref === HUMAN_ID) return personName
  const id = ref.length >= 4 && Object.keys(state.agents).find((own) => own.startsWith(ref))
  return id ? knownAs(state, id) : ref
}
