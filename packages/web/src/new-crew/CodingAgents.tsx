import { useId } from 'react'
import { CopyButton } from '../ui/CopyButton'
import { type DriverChoice, withFirst } from './driver-choice'
import { type CodingAgent, useCodingAgents } from './use-coding-agents'

interface CodingAgentsProps {
  readonly label: string
  readonly choice: DriverChoice
  readonly change: (choice: DriverChoice) => void
}

/** The coding agents that were found on the server's machine; the others are folded, each with how it is installed. */
export function CodingAgents({ label, choice, change }: CodingAgentsProps) {
  const name = useId()
  const { agents, state } = useCodingAgents()
  if (state === 'looking') return <p className="hint">Checking which are installed…</p>
  if (state === 'unknown') {
    return (
      <p className="hint bad" role="alert">
        The server did not say which coding agents it knows. Choose “A command on this machine” and
        enter the command yourself.
      </p>
    )
  }
  const found = agents.filter(({ installed }) => installed)
  const missing = agents.filter(({ installed }) => !installed)
  const { preset, path } = withFirst(choice, agents)
  const isMissing = missing.some(({ id }) => id === preset)
  const radio = (agent: CodingAgent) => (
    <input
      type="radio"
      name={name}
      value={agent.id}
      checked={preset === agent.id}
      onChange={() => change({ ...choice, preset: agent.id, path: '', args: [] })}
    />
  )
  return (
    <div className="pc-agents" role="radiogroup" aria-label={label}>
      {found.length === 0 && (
        <p className="hint">None of them has been found on this machine yet.</p>
      )}
      <div className="pc-found">
        {found.map((agent) => (
          <label key={agent.id} className="pc-agent">
            {radio(agent)}
            <b>{agent.name}</b>
            <small>Installed</small>
          </label>
        ))}
      </div>
      {missing.length > 0 && (
        <details className="pc-missing" open={found.length === 0 || isMissing}>
          <summary>
            {missing.length} {found.length === 0 ? 'to install' : 'more to install'}
          </summary>
          <ul>
            {missing.map((agent) => (
              <li key={agent.id}>
                <label className="pc-agent">
                  {radio(agent)}
                  <b>{agent.name}</b>
                  <small>{agent.command} was not found</small>
                </label>
                {agent.install !== null && (
                  <div className="pc-install">
                    <code>{agent.install}</code>
                    <CopyButton text={agent.install} what={`how ${agent.name} is installed`} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {(isMissing || path !== '') && (
        <input
          className="input pc-line"
          value={path}
          placeholder="Path of its program, if it has another name here"
          aria-label={`Path of its program: ${label.toLowerCase()}`}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => change({ ...choice, path: target.value })}
        />
      )}
    </div>
  )
}
