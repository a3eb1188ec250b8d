import { connectCommands } from '../shell/first-steps'
import { Snippet } from '../shell/Snippet'
import type { Made } from './founding'

interface ConnectStepProps {
  readonly agents: readonly Made[]
  /** What the button says that ends it. */
  readonly action: string
  readonly goThere: () => void
}

/** What each program that connects by itself needs. It is said once. */
export function ConnectStep({ agents, action, goThere }: ConnectStepProps) {
  return (
    <>
      <div className="dialog-body">
        {agents.map(({ id, label, token }) => (
          <section key={id} className="connect" aria-label={label}>
            <h3>
              {label} <span className="mono cnt">{id.slice(0, 8)}</span>
            </h3>
            <Snippet text={token ?? ''} what={`the token of ${label}`} />
            <Snippet
              text={connectCommands(location.origin, id, token ?? '')}
              what={`the commands of ${label}`}
              isLong
            />
          </section>
        ))}
        <p className="hint">
          Lost one later? The agent’s page makes a new token, and the old one ends.
        </p>
      </div>
      <div className="dialog-foot">
        <button type="button" className="btn p" onClick={goThere}>
          {action}
        </button>
      </div>
    </>
  )
}
