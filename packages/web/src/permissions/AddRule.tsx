import { PERMISSION_ACTIONS, TOOL_KINDS, type ToolKind } from '@crewroom/shared/model/need'
import { takesPaths } from '@crewroom/shared/model/permission-words'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useAction } from '../needs/NeedFrame'
import { api } from '../sync/api'
import { Problem } from '../ui/Problem'
import { kindWords } from './ask-words'
import { rulesKey } from './rule-removals'
import { ACTION_WORDS } from './rule-words'

interface AddRuleProps {
  readonly leadId: string
  readonly roles: ReadonlyMap<string, string>
}

const NEW = { action: 'allow', toolKind: 'execute', prefix: '', role: '' } as const

/** A rule that a person writes: the answer, to which requests, of which role. */
export function AddRule({ leadId, roles }: AddRuleProps) {
  const id = useId()
  const client = useQueryClient()
  const { isBusy, problem, run } = useAction()
  const [typed, setTyped] = useState<{
    readonly action: (typeof PERMISSION_ACTIONS)[number]
    readonly toolKind: ToolKind
    readonly prefix: string
    readonly role: string
  }>(NEW)
  const { action, toolKind, prefix, role } = typed
  const isCommand = toolKind === 'execute'
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const begins = isCommand && prefix.trim() !== '' ? prefix.trim() : null
    const isAdded = await run(async () => {
      await api.createPermissionRule(leadId, {
        action,
        toolKind,
        prefix: begins,
        role: role || null,
      })
      await client.invalidateQueries({ queryKey: rulesKey(leadId) })
    })
    if (isAdded) setTyped({ ...typed, prefix: '' })
  }
  return (
    <form className="rule-add" aria-label="Add a rule" onSubmit={(event) => void add(event)}>
      <Choice
        label="Answer"
        value={action}
        change={(value) => setTyped({ ...typed, action: value as typeof action })}
      >
        {PERMISSION_ACTIONS.map((own) => (
          <option key={own} value={own}>
            {ACTION_WORDS[own]}
          </option>
        ))}
      </Choice>
      <Choice
        label="What"
        value={toolKind}
        change={(value) => setTyped({ ...typed, toolKind: value as ToolKind })}
      >
        {TOOL_KINDS.map((own) => (
          <option key={own} value={own}>
            {own === 'execute' ? 'running commands' : kindWords(own)}
          </option>
        ))}
      </Choice>
      <Choice label="Who" value={role} change={(value) => setTyped({ ...typed, role: value })}>
        <option value="">every agent</option>
        {[...roles].map(([id, name]) => (
          <option key={id} value={id}>
            every {name}
          </option>
        ))}
      </Choice>
      {isCommand && (
        <div className="field rule-prefix">
          <label htmlFor={`${id}-prefix`}>
            {action === 'allow' ? 'The command' : 'Commands that begin with'}
          </label>
          <input
            id={`${id}-prefix`}
            className="input mono"
            value={prefix}
            maxLength={LIMITS.permissionPrefix}
            placeholder="npm test"
            spellCheck={false}
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setTyped({ ...typed, prefix: target.value })}
          />
          <span className="hint" id={`${id}-hint`}>
            {action === 'allow' ? allowHint(prefix.trim()) : 'In whole words.'}{' '}
            {prefix.trim() === '' && 'Empty: the rule is about every command.'}
          </span>
        </div>
      )}
      <Problem text={problem} />
      <button type="submit" className="btn p" aria-disabled={isBusy}>
        Add rule
      </button>
    </form>
  )
}

/** How far a rule that allows a command goes. */
function allowHint(command: string): string {
  if (command === '') return ''
  return takesPaths(command)
    ? 'With any files of the working folder.'
    : 'Exactly this one, with no other arguments.'
}

function Choice({
  label,
  value,
  change,
  children,
}: {
  readonly label: string
  readonly value: string
  readonly change: (value: string) => void
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={({ target }) => change(target.value)}
      >
        {children}
      </select>
    </div>
  )
}
