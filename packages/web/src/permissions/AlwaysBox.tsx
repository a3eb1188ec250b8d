import type { PermissionAsk } from '@crewroom/shared/model/need'
import { takesFiles } from '@crewroom/shared/model/permission-words'
import { shownHidden } from '../groups/message/text-pieces'
import { canBeRule, coveredBy } from './ask-words'

interface AlwaysBoxProps {
  readonly rule: PermissionAsk['rule']
  /** The role that asks; the rule applies to no other role. */
  readonly roleName: string
  /** Where the agent works that asks; null: where the server was started. */
  readonly folder: string | null
  readonly isOn: boolean
  readonly isOff: boolean
  readonly set: (isOn: boolean) => void
}

/** Turns the answer into a rule, and says exactly which. Only the person ticks it. */
export function AlwaysBox({ rule, roleName, folder, isOn, isOff, set }: AlwaysBoxProps) {
  if (!canBeRule(rule)) return <span />
  const [words, prefix] = coveredBy(rule)
  return (
    <label className="ask-always">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isOff}
        onChange={({ target }) => set(target.checked)}
      />
      <span>
        Always, for every {roleName} of this crew:{' '}
        <b>
          {words}
          {prefix !== null && (
            <>
              {' '}
              <code>{prefix}</code>
            </>
          )}
        </b>
        {isOn && (
          <small>
            The answer that you choose now becomes a rule of the crew. It allows{' '}
            {folder === null ? (
              'in the folder of the server'
            ) : (
              <>
                in <code>{shownHidden(folder)}</code>
              </>
            )}{' '}
            alone{takesFiles(rule.toolKind) && ', and no hidden files'}, and refuses in every folder
            {prefix !== null && ', also with more words behind the command'}.
          </small>
        )}
      </span>
    </label>
  )
}
