import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { api } from '../sync/api'
import { shellOnly, splitCommand } from './command-line'
import type { DriverChoice } from './driver-choice'

interface DriverFieldsProps {
  readonly label: string
  readonly choice: DriverChoice
  readonly change: (choice: DriverChoice) => void
  readonly problem: string | undefined
}

const KINDS = [
  {
    kind: 'remote',
    word: 'Connect later',
    about: 'Your program connects over HTTP, from anywhere. You get a token and the commands.',
  },
  {
    kind: 'preset',
    word: 'A coding agent',
    about: 'Started on the server’s machine, with the login it has there.',
  },
  {
    kind: 'acp',
    word: 'Any ACP command',
    about: 'A program that speaks the Agent Client Protocol on its stdin and stdout.',
  },
  {
    kind: 'pipe',
    word: 'A program',
    about: 'What it prints is read for commands; what it is told comes on its stdin.',
  },
] as const

/** How a program is reached: by itself, or by starting it. */
export function DriverFields({ label, choice, change, problem }: DriverFieldsProps) {
  const id = useId()
  const { kind } = choice
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <div className="seg drivers" role="radiogroup" aria-labelledby={`${id}-label`}>
        {KINDS.map((own) => (
          <label key={own.kind}>
            <input
              type="radio"
              name={id}
              value={own.kind}
              checked={kind === own.kind}
              onChange={() => change({ ...choice, kind: own.kind })}
            />
            <span>{own.word}</span>
          </label>
        ))}
      </div>
      <p className="hint">{KINDS.find((own) => own.kind === kind)?.about}</p>
      {kind === 'preset' && <Presets choice={choice} change={change} name={label} />}
      {(kind === 'acp' || kind === 'pipe') && (
        <Command
          label={`Command of ${label.toLowerCase()}`}
          line={choice[kind]}
          change={(line) => change({ ...choice, [kind]: line })}
          example={kind === 'acp' ? 'my-agent --acp' : 'node agent.mjs --name "Ada L."'}
          isWrong={problem !== undefined}
        />
      )}
      {problem !== undefined && (
        <p className="hint bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

interface PresetsProps {
  readonly choice: DriverChoice
  readonly change: (choice: DriverChoice) => void
  readonly name: string
}

function Presets({ choice, change, name }: PresetsProps) {
  const query = useQuery({
    queryKey: ['drivers'],
    queryFn: api.drivers,
    staleTime: 30_000,
    retry: false,
  })
  if (query.isPending) return <p className="hint">Looking which are installed…</p>
  if (query.isError) {
    return (
      <p className="hint bad" role="alert">
        The server does not say which coding agents it knows. Choose “Any ACP command” and give the
        command yourself.
      </p>
    )
  }
  return (
    <>
      <div
        className="presets"
        role="radiogroup"
        aria-label={`Coding agent for ${name.toLowerCase()}`}
      >
        {query.data.presets.map(({ id, name: title, command, installed, install }) => (
          <label key={id} className={installed ? undefined : 'missing'}>
            <input
              type="radio"
              name={`preset ${name}`}
              value={id}
              checked={choice.preset === id}
              onChange={() => change({ ...choice, preset: id })}
            />
            <b>{title}</b>
            <small title={install ?? undefined}>
              {installed ? 'Installed' : `${command} was not found on this machine`}
            </small>
          </label>
        ))}
      </div>
      <input
        className="input mono"
        value={choice.path}
        placeholder="Path of its program, if it is not found"
        aria-label={`Path of the coding agent for ${name.toLowerCase()}`}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => change({ ...choice, path: target.value })}
      />
    </>
  )
}

interface CommandProps {
  readonly label: string
  readonly line: string
  readonly change: (line: string) => void
  readonly example: string
  readonly isWrong: boolean
}

/** A command line, and how it is understood. */
function Command({ label, line, change, example, isWrong }: CommandProps) {
  const parsed = splitCommand(line)
  const shell = parsed.ok ? shellOnly(parsed.args) : null
  return (
    <>
      <input
        className="input mono"
        value={line}
        placeholder={example}
        aria-label={label}
        aria-invalid={isWrong}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => change(target.value)}
      />
      {line.trim() !== '' && (
        <p className="words" aria-live="polite">
          {parsed.ok ? (
            <>
              Starts <code>{parsed.command}</code>
              {parsed.args.length === 0 ? ' without arguments' : ' with '}
              {parsed.args.map((word, index) => (
                // A word's place is its identity.
                <code key={index}>{word === '' ? '(empty)' : word}</code>
              ))}
            </>
          ) : (
            parsed.problem
          )}
        </p>
      )}
      {shell !== null && (
        <p className="hint">
          No shell runs this: <code>{shell}</code> is given to the program as it is.
        </p>
      )}
    </>
  )
}
