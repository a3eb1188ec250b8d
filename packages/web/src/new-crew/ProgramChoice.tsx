import { useId } from 'react'
import { CodingAgents } from './CodingAgents'
import { CommandField } from './CommandField'
import type { DriverChoice } from './driver-choice'
import { ModelField } from './ModelField'
import { ModeField } from './ModeField'
import './program.css'
import { ProgramWarning } from './ProgramWarning'
import { Problem } from '../ui/Problem'

interface ProgramChoiceProps {
  readonly label: string
  readonly choice: DriverChoice
  /** Where it is started. */
  readonly folder: string
  /** Only what the server starts: an agent that has a program there keeps having one. */
  readonly isStartedHere?: boolean
  /** Its model has a key already. */
  readonly hasKey?: boolean
  readonly change: (choice: DriverChoice) => void
  /** What is still wrong with it, once it is to be said. */
  readonly problem: string | undefined
}

const KINDS = [
  {
    kind: 'preset',
    word: 'Claude Code, Codex, …',
    about: 'A coding agent, with its login on the server’s machine.',
  },
  {
    kind: 'command',
    word: 'A command on this machine',
    about: 'The server starts it, reads what it prints and writes to its input.',
  },
  {
    kind: 'model',
    word: 'A model',
    about: 'Ollama, vLLM, LM Studio, llama.cpp or a hosted one: the server asks it.',
  },
  {
    kind: 'remote',
    word: 'Connects on its own (token)',
    about: 'Your program calls the server from anywhere. You get a token and the commands.',
  },
] as const

/** The one way to say what runs an agent: a coding agent, a command, or a program that connects on its own. */
export function ProgramChoice({
  label,
  choice,
  folder,
  isStartedHere = false,
  hasKey = false,
  change,
  problem,
}: ProgramChoiceProps) {
  const id = useId()
  const { kind } = choice
  return (
    <div className="field pc" role="group" aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`}>
        {label}
      </span>
      <div className="pc-kinds" role="radiogroup" aria-labelledby={`${id}-label`}>
        {KINDS.filter((own) => own.kind !== 'remote' || !isStartedHere).map((own) => (
          <label key={own.kind} className="pc-kind">
            <input
              type="radio"
              name={id}
              value={own.kind}
              checked={kind === own.kind}
              // Where it is changed, it is what one came for.
              data-autofocus={isStartedHere && kind === own.kind ? '' : undefined}
              aria-describedby={`${id}-${own.kind}`}
              onChange={() => change({ ...choice, kind: own.kind })}
            />
            <b>{own.word}</b>
            <small id={`${id}-${own.kind}`}>{own.about}</small>
          </label>
        ))}
      </div>
      {kind === 'preset' && (
        <>
          <CodingAgents
            label={`Coding agent: ${label.toLowerCase()}`}
            choice={choice}
            // Another coding agent has other modes.
            change={(next) => change(next.preset === choice.preset ? next : { ...next, mode: '' })}
          />
          <ModeField label={label} choice={choice} change={change} />
        </>
      )}
      {kind === 'command' && (
        <CommandField
          label={`Command: ${label.toLowerCase()}`}
          choice={choice}
          change={change}
          isWrong={problem !== undefined}
        />
      )}
      {kind === 'model' && (
        <ModelField label={label} choice={choice} hasKey={hasKey} change={change} />
      )}
      <ProgramWarning choice={choice} folder={folder} />
      <Problem text={problem} />
    </div>
  )
}
