import type { SessionView } from './SessionPage'
import type { Layout } from './use-layout'

interface SessionChatProps extends SessionView {
  readonly layout: Layout
}

/** The rounds of a session, live, and the box to write in. */
export function SessionChat({ session }: SessionChatProps) {
  return <div className="log-wrap" data-session={session.id} />
}
