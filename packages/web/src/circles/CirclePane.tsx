import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronLeft, CircleSlash, Plus, UserPlus } from 'lucide-react'
import { knownAs, participantOf } from '../crew/participant'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { setOrDelete, useAddressParams } from '../ui/use-address-params'
import { removeFromCircle } from './circle-actions'
import { type Circle, circleName, conversationsOf } from './circles'
import type { CircleDialog } from './CircleDialogs'
import { ConversationRow } from './ConversationRow'
import { PeopleChips } from './PeopleChips'

interface CirclePaneProps {
  readonly state: CrewState
  readonly circle: Circle
  readonly openId: string | null
  readonly personName: string
  /** Opens what asks for more; null for those who only look. */
  readonly ask: ((dialog: CircleDialog) => void) | null
}

/** One circle: who is admitted, and its conversations. */
export function CirclePane({ state, circle, openId, personName, ask }: CirclePaneProps) {
  const { id, isCrew, isClosed, manager, admitted } = circle
  const name = circleName(state, circle)
  const by = participantOf(state, manager, personName)
  const who = by.kind === 'agent' ? knownAs(state, manager) : by.label
  return (
    <section className="ci-pane" aria-label={`Circle: ${name}`}>
      <div className="bar">
        <Link
          className="ib ci-back"
          to={paths.section(state.lead.id, 'circles')}
          aria-label="Back to circles"
        >
          <ChevronLeft size={20} />
        </Link>
        <h2 dir="auto" title={name}>
          {name}
        </h2>
        <span className="sp" />
        {ask && !isCrew && !isClosed && (
          <button
            type="button"
            className="ib"
            aria-label="Close circle"
            title="Close circle"
            onClick={() => ask({ kind: 'close' })}
          >
            <CircleSlash size={17} />
          </button>
        )}
        {ask && !isClosed && (
          <button type="button" className="btn p" onClick={() => ask({ kind: 'conversation' })}>
            <Plus size={16} />
            Conversation
          </button>
        )}
      </div>
      <div className="ci-who">
        <p>
          {isCrew
            ? 'Everybody in the crew may talk together here. Its conversations are the groups.'
            : isClosed
              ? 'This circle is closed. What was said in it is kept.'
              : manager === 'human'
                ? 'You created this circle.'
                : `${who} manages this circle.`}
        </p>
        {!isCrew && (
          <PeopleChips
            {...{ state, personName }}
            label="Admitted"
            chips={admitted.map((one) => ({ id: one, canGo: !isClosed }))}
            onRemove={ask && ((one) => removeFromCircle(state, id, one))}
          >
            {ask && !isClosed && (
              <button
                type="button"
                className="ci-chip ci-add"
                onClick={() => ask({ kind: 'admit' })}
              >
                <UserPlus size={14} />
                Admit
              </button>
            )}
          </PeopleChips>
        )}
      </div>
      <Conversations {...{ state, circle, openId, personName }} />
    </section>
  )
}

function Conversations(props: Omit<CirclePaneProps, 'ask'>) {
  const { state, circle, openId, personName } = props
  const [params, change] = useAddressParams()
  const all = conversationsOf(state, circle.id)
  const archived = all.filter((group) => group.archived)
  // Closing archives them: a list of nothing would hide what there is to read.
  const areArchived = circle.isClosed || params.has('archived')
  const shown = areArchived ? archived : all.filter((group) => !group.archived)
  return (
    <>
      <div className="seg ci-seg">
        <h3>Conversations</h3>
        <span className="sp" />
        {!circle.isClosed && (archived.length > 0 || areArchived) && (
          <button
            type="button"
            aria-pressed={areArchived}
            onClick={() =>
              change((next) => setOrDelete(next, 'archived', areArchived ? null : '1'))
            }
          >
            Archived <span className="cnt">{archived.length}</span>
          </button>
        )}
      </div>
      <div className="rows ci-rows">
        {shown.length === 0 ? (
          <p className="ci-note">
            {areArchived
              ? 'Nothing is archived. Archiving a conversation ends the writing in it and keeps what was said.'
              : 'No conversations yet. A new one begins with some of those who are admitted.'}
          </p>
        ) : (
          <ul>
            {shown.map((group) => (
              <li key={group.id}>
                <ConversationRow
                  {...{ state, group, personName }}
                  circleId={circle.id}
                  isOpen={group.id === openId}
                  search={params.toString()}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
