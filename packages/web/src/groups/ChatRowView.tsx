import type { GroupRecord } from '@crewroom/shared/model/group'
import type { Message } from '@crewroom/shared/model/message'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ComposingRow } from './message/ComposingRow'
import { MessageRow } from './message/MessageRow'
import { PendingRow } from './message/PendingRow'
import { DayRow, EventRow, LoadRow, NewRow, StartRow, SystemRow } from './timeline/NoticeRows'
import type { ChatRow } from './timeline/timeline-rows'
import type { Chat } from './use-chat'

interface ChatRowViewProps {
  readonly row: ChatRow
  readonly rowTabIndex: 0 | -1
  readonly group: GroupRecord
  readonly crew: Pick<CrewState, 'lead' | 'agents' | 'workFiles'>
  readonly chat: Chat
  readonly personName: string
  readonly onReply: (message: Message) => void
}

/** A row of the chat, by its kind. */
export function ChatRowView(props: ChatRowViewProps) {
  const { row, rowTabIndex, group, crew, chat, personName, onReply } = props
  const { window, firstIds } = chat
  switch (row.kind) {
    case 'start':
      return (
        <StartRow
          {...{ group, crew, personName, firstIds }}
          earlier={window.earlier}
          retry={window.loadEarlier}
        />
      )
    case 'later':
      return (
        <LoadRow
          what="later"
          state={window.later === 'failed' ? 'failed' : 'loading'}
          retry={window.loadLater}
        />
      )
    case 'day':
      return <DayRow at={row.at} />
    case 'new':
      return <NewRow count={row.count} />
    case 'system':
      return <SystemRow message={row.message} rowTabIndex={rowTabIndex} />
    case 'event':
      return <EventRow event={row.event} after={row.after} crew={crew} />
    case 'pending':
      return <PendingRow pending={row.pending} isCompact={row.isCompact} personName={personName} />
    case 'message':
      return (
        <MessageRow
          message={row.message}
          isCompact={row.isCompact}
          crew={crew}
          personName={personName}
          isReadOnly={group.archived}
          onReply={group.archived ? undefined : onReply}
          onMarkUnread={chat.markUnread}
          rowTabIndex={rowTabIndex}
          posInSet={row.message.n}
          setSize={Math.max(group.messageCount, row.message.n)}
        />
      )
    case 'composing':
      return <ComposingRow group={group} crew={crew} />
    default:
      row satisfies never
      return null
  }
}
