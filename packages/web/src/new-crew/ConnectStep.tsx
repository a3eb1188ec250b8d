import { connectCommands } from '../shell/first-steps'
import { Snippet } from '../shell/Snippet'
import { CopyButton } from '../ui/CopyButton'
import { envFile } from './env-file'
import type { Made } from './founding'
import { DialogFoot } from '../ui/DialogFoot'

interface ConnectStepProps {
  readonly agents: readonly Made[]
  /** What the button says that ends it. */
  readonly action: string
  readonly goThere: () => void
}

/** What each program that connects on its own needs. It is shown once. */
export function ConnectStep({ agents, action, goThere }: ConnectStepProps) {
  return (
    <>
      <div className="dialog-body">
        <div className="connect-all">
          <p className="hint">Each agent has its own token. Tokens are shown only once.</p>
          <CopyButton
            text={envFile(location.origin, agents)}
            what="all tokens as .env"
            label="Copy all as .env"
          />
        </div>
        {agents.map(({ id, label, token }) => (
          <section key={id} className="connect" aria-label={label}>
            <h3>
              {label} <span className="mono cnt">{id.slice(0, 8)}</span>
            </h3>
            <Snippet text={token ?? ''} what={`the token of ${label}`} />
          </section>
        ))}
        <details className="connect-how" open={agents.length === 1}>
          <summary>How a program connects</summary>
          <Snippet
            text={connectCommands(location.origin, agents[0]?.id ?? 'ID', '(its token)')}
            what="the commands"
            isLong
          />
        </details>
        <p className="hint">
          Lost a token? Create a new one on the agent’s page; the old one stops working.
        </p>
      </div>
      <DialogFoot>
        <button type="button" className="btn p" onClick={goThere}>
          {action}
        </button>
      </DialogFoot>
    </>
  )
}
