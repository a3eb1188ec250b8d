import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import {
  Archive,
  ArchiveRestore,
  ChevronLeft,
  MessagesSquare,
  Search,
  UserPlus,
} from 'lucide-react'
import { setArchived } from '../groups/group-actions'
import { bothNames, groupName } from '../groups/group-name'
import { ExportMarkdown } from '../shell/ExportMarkdown'
import { paths } from '../shell/paths'
import { Link } from '../ui/Link'
import { useAddressParams } from '../ui/use-address-params'
import { removeFromConversation } from './circle-actions'
import { type Circle, isListed } from './circles'
import type { CircleDialog } from './CircleDialogs'
import { PeopleChips } from './PeopleChips'

interface ConversationHeadProps {
  readonly state: CrewState
  readonly circle: Circle
  readonly group: GroupRecord
  readonly personName: string
  readonly ask: ((dialog: CircleDialog) => void) | null
}

/** What is above the chat of a conversation: its name, who takes part, and what can be done with it. */
export function ConversationHead(props: ConversationHeadProps) {
  const { state, circle, group, personName, ask } = props
  const [params, change] = useAddressParams()
  const listed = group.members.filter(isListed).length
  const isOpen = !group.archived && !circle.isClosed
  const Icon = group.archived ? ArchiveRestore : Archive
  const act = group.archived ? 'Unarchive' : 'Archive'
  return (
    <>
      <header className="bar">
        <Link
          className="ib back only-narrow"
          to={{ pathname: paths.circle(state.lead.id, circle.id), search: params.toString() }}
          aria-label="Back to the circle"
        >
          <ChevronLeft size={20} />
        </Link>
        <div className="ttl">
          <h1 dir="auto" title={bothNames(group)}>
            {groupName(group)}
          </h1>
          <span className="sub">{listed === 1 ? '1 takes part' : `${listed} take part`}</span>
        </div>
        <span className="sp" />
        <div className="head-tools">
          {ask && !circle.isClosed && (
            <button
              type="button"
              className="btn"
              title={
                group.archived
                  ? 'Those who take part can then write again'
                  : 'Nobody can write in it then. What was said is kept'
              }
              onClick={() => void setArchived(group, !group.archived)}
            >
              <Icon size={15} />
              <span className="ci-act">{act}</span>
            </button>
          )}
          <ExportMarkdown
            leadId={state.lead.id}
            title={groupName(group)}
            asked={{ kind: 'conversation', of: group.id }}
          />
          <button
            type="button"
            className="ib"
            aria-label="Find in conversation"
            title="Find in conversation"
            onClick={() => change((next) => next.set('find', '1'))}
          >
            <Search size={18} />
          </button>
          <Link
            className="ib"
            to={paths.group(state.lead.id, group.name)}
            aria-label="Open in Groups"
            title="Open in Groups"
          >
            <MessagesSquare size={18} />
          </Link>
        </div>
      </header>
      <div className="ci-strip">
        <PeopleChips
          {...{ state, personName }}
          label="Takes part"
          chips={chipsOf(group, isOpen, state.lead.id)}
          onRemove={ask && ((id) => removeFromConversation(state, group, id))}
        >
          {ask && isOpen && (
            <button
              type="button"
              className="ci-chip ci-add"
              onClick={() => ask({ kind: 'add', group })}
            >
              <UserPlus size={14} />
              Add
            </button>
          )}
        </PeopleChips>
      </div>
    </>
  )
}

/** Participants come before members that only read along. */
function chipsOf({ members, admissionId }: GroupRecord, isOpen: boolean, leadId: string) {
  const quiet = members.filter((member) => !isListed(member))
  return [...members.filter(isListed), ...quiet].map((member) => {
    const { id } = member
    // Nobody takes the lead out of an ordinary group.
    const isFixed = id === HUMAN_ID || (id === leadId && admissionId === undefined)
    return {
      id,
      note: isListed(member) ? undefined : 'reads along',
      canGo: isOpen && isListed(member) && !isFixed,
    }
  })
}
