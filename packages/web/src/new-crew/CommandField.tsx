import { useId } from 'react'
import { inShell, shellPiece, splitCommand } from './command-line'
import type { DriverChoice } from './driver-choice'

interface CommandFieldProps {
  readonly label: string
  readonly choice: DriverChoice
  readonly change: (choice: DriverChoice) => void
  readonly isWrong: boolean
}

/** A command line, how it is understood, and what a shell would be needed for. */
export function CommandField({ label, choice, change, isWrong }: CommandFieldProps) {
  const id = useId()
  const { line, isAcp } = choice
  const parsed = splitCommand(line)
  const shell = parsed.ok ? shellPiece(line) : null
  return (
    <>
      <input
        className="input pc-line"
        value={line}
        placeholder={isAcp ? 'my-agent --acp' : 'node agent.mjs --name "Ada L."'}
        aria-label={label}
        aria-invalid={isWrong || shell !== null}
        aria-describedby={`${id}-rule ${id}-shell`}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => change({ ...choice, line: target.value })}
      />
      <p className="hint" id={`${id}-rule`}>
        Split at spaces; quote words that belong together. Not run by a shell.
      </p>
      <div id={`${id}-shell`} aria-live="polite">
        {shell !== null && (
          <p className="hint bad pc-shell">
            <span>
              No shell runs this: <code>{shell}</code> would be passed to the program as it is.
            </span>
            <button
              type="button"
              className="btn"
              onClick={() => change({ ...choice, line: inShell(line) })}
            >
              Wrap in <code>bash -c '…'</code>
            </button>
          </p>
        )}
        {shell === null && line.trim() !== '' && (
          <p className="pc-words">
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
      </div>
      <label className="pc-check">
        <input
          type="checkbox"
          checked={isAcp}
          onChange={({ target }) => change({ ...choice, isAcp: target.checked })}
        />
        It speaks the Agent Client Protocol (ACP)
      </label>
    </>
  )
}
