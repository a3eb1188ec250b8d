import { toast } from '../ui/toasts'
import { sessions, type SessionAt } from '../sync/api/sessions'

/** Stops what an agent answers in a session. It asks nothing before: asking the agent again takes it back. */
export function stopAnswer(session: SessionAt, agentId: string, name: string): void {
  sessions
    .interrupt(session, agentId)
    .catch((error: unknown) => toast.failed(`Couldn't stop ${name}.`, error))
}

export function askAgain(session: SessionAt, n: number, agentId: string, name: string): void {
  sessions
    .retry(session, n, agentId)
    .catch((error: unknown) => toast.failed(`Couldn't ask ${name} again.`, error))
}
