import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import { ChartPie, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { paths } from '../shell/paths'
import { person } from '../sync/sync'
import { sessionOfAgent } from '../sync/api/transcripts'
import { connection } from '../sync/connection'
import { Link } from '../ui/Link'
import { useLive } from './use-crew'

/** Links to its transcript with context and time line, and to the session that its program keeps itself, if there is a file. */
export function AgentSession({
  state,
  agent,
}: {
  readonly state: CrewState
  readonly agent: AgentRecord
}) {
  const [id, setId] = useState<string | null>(null)
  const status = useLive(state.lead.id)[agent.id]?.status
  const lostAt = useStore(connection, (all) => all.lostAt)
  // Files are for the owner alone.
  const { hasTranscripts, isReader } = useStore(person)
  const hasSection = hasTranscripts && !isReader
  const mayHave = agent.driver.kind === 'acp' && hasSection
  useEffect(() => {
    if (!mayHave) return
    const stop = new AbortController()
    // Its program may begin a session with each turn.
    sessionOfAgent(agent.id, stop.signal).then(
      (found) => setId(found.id),
      () => {},
    )
    return () => stop.abort()
  }, [agent.id, mayHave, status, lostAt])
  if (!hasSection) return null
  const { id: leadId } = state.lead
  return (
    <nav className="a-sessions" aria-label="Transcripts">
      {id !== null && (
        <Link to={paths.transcript(leadId, id)}>
          <FileText size={14} aria-hidden="true" />
          Its own session file
        </Link>
      )}
      <Link to={paths.transcript(leadId, `agent-${agent.id}`)}>
        <ChartPie size={14} aria-hidden="true" />
        Context and time line
      </Link>
    </nav>
  )
}
