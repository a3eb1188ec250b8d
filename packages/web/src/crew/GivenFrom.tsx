import { HUMAN_ID, SYSTEM_ROLE } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { GivenLine } from '@crewroom/shared/text/given-lines'
import { groupNameIn } from '../groups/group-name'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { knownAs } from './participant'

interface GivenFromProps {
  readonly state: CrewState
  readonly personName: string
  readonly what: GivenLine['what']
  readonly group: string | null
  /** The beginning of an id, or `human`; null: the server itself. */
  readonly fromId: string | null
  /** The message that it is, where that is known. */
  readonly messageId?: string | null
}

/** Who gave an agent something, and where, in the words of the page. */
export function GivenFrom({
  state,
  personName,
  what,
  group,
  fromId,
  messageId = null,
}: GivenFromProps) {
  const who = <bdi>{fromId === null ? SYSTEM_ROLE : nameOfRef(state, personName, fromId)}</bdi>
  switch (what) {
    case 'group':
      return (
        <>
          {who} in <GroupLink state={state} name={group ?? ''} messageId={messageId} />:
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
      return what satisfies never
  }
}

/** A group, or a message in it. */
export function GroupLink({
  state,
  name,
  messageId = null,
}: {
  readonly state: CrewState
  readonly name: string
  readonly messageId?: string | null
}) {
  const { id } = state.lead
  const to = messageId === null ? paths.group(id, name) : paths.message(id, name, messageId)
  return (
    <Link className="s-link" to={to}>
      <bdi>{groupNameIn(state, name)}</bdi>
    </Link>
  )
}

/** Somebody as the page names them, by the id or the word that an agent knows them by. */
export function nameOfRef(state: CrewState, personName: string, ref: string): string {
  if (ref === HUMAN_ID) return personName
  const id = ref.length >= 4 && Object.keys(state.agents).find((own) => own.startsWith(ref))
  return id ? knownAs(state, id) : ref
}
