import type { SessionView } from '../SessionPage'

interface SessionAgentViewProps extends SessionView {
  readonly agentId: string
}

/** What one agent of a session was given and did. */
export function SessionAgentView({ agentId }: SessionAgentViewProps) {
  return <div className="log-wrap" data-agent={agentId} />
}
