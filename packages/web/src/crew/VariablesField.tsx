import { Plus, Trash2, Undo2 } from 'lucide-react'
import { useId, useState } from 'react'

/** What is to become of variables: a value, or null for one that is taken away. */
export type VariableChanges = Readonly<Record<string, string | null>>

interface VariablesFieldProps {
  /** Those that the agent has. Their values stay on the server. */
  readonly names: readonly string[]
  readonly changes: VariableChanges
  readonly change: (changes: VariableChanges) => void
}

/** The variables that a program is started with: names are shown, values are only written. */
export function VariablesField({ names, changes, change }: VariablesFieldProps) {
  const id = useId()
  const [name, setName] = useState('')
  const added = Object.keys(changes).filter((own) => !names.includes(own))
  const isName = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name.trim())
  const without = (own: string) => {
    const { [own]: _, ...rest } = changes
    change(rest)
  }
  const add = () => {
    if (!isName) return
    change({ ...changes, [name.trim()]: changes[name.trim()] ?? '' })
    setName('')
  }
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`}>
        Environment variables
      </span>
      {[...names, ...added].map((own) => {
        const isGone = changes[own] === null
        return (
          <div key={own} className="pc-variable" data-gone={isGone}>
            <code>{own}</code>
            <input
              className="input pc-line"
              value={changes[own] ?? ''}
              disabled={isGone}
              placeholder={isGone ? 'Removed' : names.includes(own) ? 'Set, unchanged' : ''}
              aria-label={`New value of ${own}`}
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) =>
                target.value === '' && names.includes(own)
                  ? without(own)
                  : change({ ...changes, [own]: target.value })
              }
            />
            <button
              type="button"
              className="ib"
              aria-label={isGone ? `Keep ${own}` : `Remove ${own}`}
              onClick={() =>
                isGone || !names.includes(own) ? without(own) : change({ ...changes, [own]: null })
              }
            >
              {isGone ? <Undo2 size={15} /> : <Trash2 size={15} />}
            </button>
          </div>
        )
      })}
      <div className="pc-variable">
        <input
          className="input pc-line"
          value={name}
          placeholder="NAME"
          aria-label="Name of another variable"
          aria-invalid={name.trim() !== '' && !isName}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <button type="button" className="btn" aria-disabled={!isName} onClick={add}>
          <Plus size={15} /> Add variable
        </button>
      </div>
      <p className="hint">Values are write-only: nobody can read them.</p>
    </div>
  )
}
