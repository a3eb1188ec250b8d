import { estimatedTokens } from '@crewroom/shared/transcript/estimated-tokens'
import { useId } from 'react'
import { tokenWords } from '../overview/amounts'
import type { RoleView } from '../sync/api/server'
import { Problem } from '../ui/Problem'
import { problemOf } from './instructions-problem'

interface InstructionsFieldProps {
  readonly label?: string
  readonly instructions: string
  /** The role that comes with instructions too; undefined: nobody has described it. */
  readonly role: RoleView | undefined
  readonly change: (instructions: string) => void
}

/** How an agent is to work, and what that costs it with every session. */
export function InstructionsField({
  label = 'Instructions (optional)',
  instructions,
  role,
  change,
}: InstructionsFieldProps) {
  const id = useId()
  const problem = problemOf(instructions)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        value={instructions}
        aria-describedby={`${id}-hint`}
        aria-invalid={problem !== undefined}
        onChange={({ target }) => change(target.value)}
      />
      <span className="hint" id={`${id}-hint`}>
        {costWords(instructions.trim(), role)}
      </span>
      <Problem text={problem} />
    </div>
  )
}

function costWords(own: string, role: RoleView | undefined): string {
  const tokens = (text: string) => `about ${tokenWords(estimatedTokens(text.length))} tokens`
  const ofRole = role?.prompt ? `those of ${role.name} (${tokens(role.prompt)})` : null
  if (own === '') {
    return ofRole === null
      ? 'How it is to work, with every task.'
      : `How it is to work, with every task. It reads ${ofRole} anyway.`
  }
  return ofRole === null
    ? `${capital(tokens(own))}, with every session.`
    : `${capital(tokens(own))}, with every session. It reads ${ofRole} first.`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What a file says of a role beside its instructions; nothing where no file defines it. */
export function RoleNote({ role }: Pick<InstructionsFieldProps, 'role'>) {
  if (role?.file === undefined) return null
  const { description, file, tools, model } = role
  return (
    <div className="field">
      <span className="hint">
        {description !== undefined && `${description} `}
        {`Defined in ${file}.`}
        {tools !== undefined &&
          ` ${tools.length === 0 ? 'It lists no tools' : `Tools: ${tools.join(', ')}`}; you are asked about any other.`}
        {model !== undefined && ` Model ${model}: kept, but unused.`}
      </span>
    </div>
  )
}
