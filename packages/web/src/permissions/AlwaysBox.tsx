import type { PermissionAsk } from '@crewroom/shared/model/need'
import { canBeRule, coveredBy } from './ask-words'

interface AlwaysBoxProps {
  readonly rule: PermissionAsk['rule']
  /** The role that asks; the rule applies to no other role. */
  readonly roleName: string
  readonly isOn: boolean
  readonly isOff: boolean
  readonly set: (isOn: boolean) => void
}

/** Turns the answer into a rule, and says exactly which. Only the person ticks it. */
export function AlwaysBox({ rule, roleName, isOn, isOff, set }: AlwaysBoxProps) {
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
            The answer that you choose now becomes a rule of the crew.
            {prefix !== null && ' A refusal covers the command with more words behind it, too.'}
          </small>
        )}
      </span>
    </label>
  )
}
