import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChevronLeft } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { statusLook } from '../crew/agent-status'
import { StatusDot } from '../crew/StatusDot'
import { knownAs } from '../crew/participant'
import { useLive } from '../crew/use-crew'
import { MessagesProblem } from '../groups/message/MessagesProblem'
import { NotLoaded } from '../groups/message/NotLoaded'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { ExportMarkdown } from '../shell/ExportMarkdown'
import { paths } from '../shell/paths'
import { person } from '../sync/sync'
import { Link } from '../ui/Link'
import { CommsComposer } from './CommsComposer'
import { messagesIn } from './comms-window'
import { commsRows } from './comms-rows'
import { CommsTimeline } from './CommsTimeline'
import { Faces, Names } from './ConversationRow'
import { type ConversationKey, documentOf, isIn } from './conversations'
import { PendingDirectRow } from './DirectRow'
import { directOutbox } from './outbox'
import { useAnnounceDirect } from './use-announce-direct'
import { useComms } from './use-comms'

interface ConversationViewProps {
  readonly conversation: ConversationKey
  readonly state: CrewState
}

/** One conversation, live, and the box to write in where it is the person's. */
export function ConversationView({ conversation, state }: ConversationViewProps) {
  const leadId = state.lead.id
  const { name: personName } = useStore(person)
  const asked =
    conversation.kind === 'everyone'
      ? null
      : conversation.kind === 'agent'
        ? conversation.agentId
        : conversation.ids[0]
  const query = useComms(leadId, asked)
  const messages = useMemo(
    () => (query.data ? messagesIn(query.data).filter((own) => isIn(conversation, own)) : []),
    [query.data, conversation],
  )
  const to = conversation.kind === 'agent' ? conversation.agentId : null
  const pending = useStore(
    directOutbox.store,
    useShallow((all) =>
      conversation.kind === 'pair'
        ? []
        : all.filter((own) => own.leadId === leadId && own.to === to),
    ),
  )
  const rows = useMemo(() => commsRows(messages, pending), [messages, pending])
  useAnnounceDirect(messages, state, personName)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const earlier = () => void fetchNextPage()
  return (
    <main className="chat" aria-label="Conversation">
      <Header conversation={conversation} state={state} />
      <ConnectionStrip />
      {!query.data && (
        <NotLoaded
          isBusy={!query.isError}
          notice={
            query.isError && (
              <MessagesProblem problem={query.error.message} retry={() => void query.refetch()} />
            )
          }
        >
          {pending.map((own) => (
            <PendingDirectRow
              key={own.clientId}
              pending={own}
              isCompact={false}
              personName={personName}
              toName={own.to === null ? 'everyone' : knownAs(state, own.to)}
            />
          ))}
        </NotLoaded>
      )}
      {query.data && rows.length === 0 && !hasNextPage && <Empty conversation={conversation} />}
      {query.data && (rows.length > 0 || hasNextPage) && (
        <CommsTimeline
          rows={rows}
          state={state}
          personName={personName}
          loadEarlier={hasNextPage && !isFetchingNextPage && !isFetchNextPageError ? earlier : null}
          retry={isFetchNextPageError ? earlier : null}
          pages={query.data.pages.length}
          jumpKey={pending.at(-1)?.clientId ?? ''}
        />
      )}
      <CommsComposer conversation={conversation} state={state} />
    </main>
  )
}

function Header({ conversation, state }: ConversationViewProps) {
  const live = useLive(state.lead.id)
  const agent = conversation.kind === 'agent' ? state.agents[conversation.agentId] : undefined
  return (
    <header className="bar cv-bar">
      <Link
        className="ib back only-narrow"
        to={paths.section(state.lead.id, 'comms')}
        aria-label="Back to conversations"
      >
        <ChevronLeft size={20} />
      </Link>
      <Faces state={state} of={conversation} />
      <div className="ttl">
        <h1>
          <Names state={state} of={conversation} />
        </h1>
        <span className="sub">
          {conversation.kind === 'everyone' && 'Broadcasts to the whole crew'}
          {conversation.kind === 'pair' && 'Read-only for you'}
          {agent && <StatusDot look={statusLook(state, agent, live[agent.id])} isWordShown />}
        </span>
      </div>
      <span className="sp" />
      <ExportMarkdown
        leadId={state.lead.id}
        title="The conversation"
        asked={documentOf(conversation)}
      />
      {agent && (
        <Link className="btn" to={paths.agent(state.lead.id, agent.id)}>
          Open agent
        </Link>
      )}
    </header>
  )
}

function Empty({ conversation }: { readonly conversation: ConversationKey }) {
  return (
    <div className="panel">
      <h2>No messages yet</h2>
      <p>
        {conversation.kind === 'everyone'
          ? 'A broadcast goes to every agent of the crew, and each starts to work on it.'
          : conversation.kind === 'agent'
            ? 'What you write here goes only to this agent. Its answers to you appear here.'
            : 'What these two say to each other outside groups appears here.'}
      </p>
    </div>
  )
}
