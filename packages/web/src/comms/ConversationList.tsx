import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { Search } from 'lucide-react'
import { useMemo, useState } from 'react'
import { crewOrder, useLive } from '../crew/use-crew'
import { participantOf } from '../crew/participant'
import { ConnectionStrip } from '../shell/ConnectionStrip'
import { useNow } from '../ui/use-now'
import { messagesIn } from './comms-window'
import { ConversationRow } from './ConversationRow'
import { conversationsIn, idsIn, type ListedConversation } from './conversations'
import { useComms } from './use-comms'
import { ViewSwitch } from './ViewSwitch'

interface ConversationListProps {
  readonly state: CrewState
  readonly openAddress: string | null
}

/** Everyone first, then who talked, newest first, then agents nobody has written to. */
export function ConversationList({ state, openAddress }: ConversationListProps) {
  const [filter, setFilter] = useState('')
  const now = useNow(20_000)
  const live = useLive(state.lead.id)
  const query = useComms(state.lead.id, null)
  const talked = useMemo(
    () => conversationsIn(query.data ? messagesIn(query.data) : []),
    [query.data],
  )
  const lead = state.agents[state.lead.id]
  const agents = [...(lead ? [lead] : []), ...crewOrder(state, live)]
  const matches = (ids: readonly string[]) =>
    filter.trim() === '' || ids.some((id) => isCalled(state, id, filter.trim().toLowerCase()))
  const everyone = talked.find(({ key }) => key.kind === 'everyone')
  const others = talked.filter(({ key }) => key.kind !== 'everyone' && matches(idsIn(key)))
  const has = new Set(talked.map(({ address }) => address))
  const quiet = agents.filter(
    (agent) => agent.ended !== 'terminated' && !has.has(agent.id) && matches([agent.id]),
  )
  const row = (conversation: ListedConversation) => (
    <Row key={conversation.address} {...{ state, openAddress, now }} conversation={conversation} />
  )
  const isFiltered = filter.trim() !== ''
  return (
    <section className="list" aria-label="Conversations">
      <div className="bar">
        <h2>Comms</h2>
        <span className="cnt">{talked.length > 0 && talked.length}</span>
        <span className="sp" />
        <ViewSwitch view="list" isShort />
      </div>
      <ConnectionStrip className="only-narrow" />
      <div className="find">
        <label>
          <Search size={14} />
          <input
            type="text"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            placeholder="Find an agent"
            aria-label="Find an agent"
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      </div>
      <div className="rows" aria-busy={query.isPending}>
        <ul>
          {!isFiltered && (
            <Row
              {...{ state, openAddress, now }}
              conversation={
                everyone ?? { key: { kind: 'everyone' }, address: 'everyone', last: null }
              }
            />
          )}
          {others.map(row)}
        </ul>
        {query.isError && (
          <p className="none" role="alert">
            Conversations could not be loaded. {query.error.message}{' '}
            <button type="button" onClick={() => void query.refetch()}>
              Retry
            </button>
          </p>
        )}
        {query.hasNextPage && (
          <button
            type="button"
            className="fold"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? 'Loading…' : 'Show earlier conversations'}
          </button>
        )}
        {!query.isPending && quiet.length > 0 && (
          <>
            <h3 className="list-head" id="quiet-agents">
              Write to another agent
            </h3>
            <ul aria-labelledby="quiet-agents">{quiet.map((agent) => row(quietOne(agent)))}</ul>
          </>
        )}
        {isFiltered && others.length + quiet.length === 0 && (
          <p className="none">
            No agent matches ‘{filter.trim()}’.{' '}
            <button type="button" onClick={() => setFilter('')}>
              Clear
            </button>
          </p>
        )}
        {agents.length === 0 && <p className="none">Nobody is in this crew yet.</p>}
      </div>
    </section>
  )
}

function quietOne({ id }: AgentRecord): ListedConversation {
  return { key: { kind: 'agent', agentId: id }, address: id, last: null }
}

interface RowProps {
  readonly state: CrewState
  readonly conversation: ListedConversation
  readonly openAddress: string | null
  readonly now: number
}

function Row({ state, conversation, openAddress, now }: RowProps) {
  return (
    <li>
      <ConversationRow
        state={state}
        conversation={conversation}
        isOpen={conversation.address === openAddress}
        now={now}
      />
    </li>
  )
}

function isCalled(state: CrewState, id: string, wanted: string): boolean {
  const { label, roleName } = participantOf(state, id, '')
  return (
    [label, roleName].some((name) => name.toLowerCase().includes(wanted)) || id.startsWith(wanted)
  )
}
