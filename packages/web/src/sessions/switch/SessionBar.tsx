import type { SessionView } from '../SessionPage'
import { LayoutSwitch } from '../LayoutSwitch'
import type { Layout } from '../use-layout'

interface SessionBarProps extends SessionView {
  /** Whose view it is; null: the chat of all. */
  readonly agentId: string | null
  /** How the answers are laid out; null where there is no choice. */
  readonly layout: Layout | null
}

/** Title bar of a session. */
export function SessionBar({ session, layout }: SessionBarProps) {
  return (
    <header className="bar">
      <div className="ttl">
        <h1 dir="auto">{session.title}</h1>
      </div>
      <div className="head-tools">{layout && <LayoutSwitch layout={layout} />}</div>
    </header>
  )
}
