import type { PermissionAsk } from '@crewroom/shared/model/need'
import { canBeRule, coveredBy } from './ask-words'

interface AlwaysBoxProps {
  readonly rule: PermissionAsk['rule']
  /** The role that asks; the rule holds for no other one. */
  readonly roleName: string
  readonly isOn: boolean
  readonly isOff: boolean
  readonly set: (isOn: boolean) => void
}

/** Makes the answer a rule; says exactly which. Never ticked by anybody but the person. */
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
        {isOn && <small>The answer that you choose now becomes a rule of the crew.</small>}
      </span>
    </label>
  )
}
