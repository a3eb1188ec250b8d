import type { PermissionRule } from '@crewroom/shared/model/need'
import { Check, CircleHelp, X } from 'lucide-react'
import { useStore } from 'zustand'
import { coveredBy, coveredText } from './ask-words'
import { keepRule, removeRule, ruleRemovals } from './rule-removals'
import { ACTION_WORDS, ruleFor, ruleWhere } from './rule-words'

const ICONS = { allow: Check, refuse: X, ask: CircleHelp } as const

/** One rule in words, and a way to remove it that can be taken back for a moment. */
export function RuleRow({
  rule,
  roles,
  isReader,
}: {
  readonly rule: PermissionRule
  readonly roles: ReadonlyMap<string, string>
  readonly isReader: boolean
}) {
  const removal = useStore(ruleRemovals, (all) => all[rule.id])
  const Icon = ICONS[rule.action]
  const [words, prefix] = coveredBy(rule)
  if (removal) {
    return (
      <li className="rule going">
        <span role="status">Removed: {coveredText(rule)}.</span>
        {removal.timer !== null && (
          <button type="button" className="btn" autoFocus onClick={() => keepRule(rule.id)}>
            Undo
          </button>
        )}
      </li>
    )
  }
  return (
    <li className={`rule ${rule.action}`}>
      <Icon size={16} aria-hidden="true" />
      <span className="rule-text">
        <span>
          {ACTION_WORDS[rule.action]}
          {rule.action === 'ask' ? ' about ' : ' '}
          {words}
          {prefix !== null && (
            <>
              {' '}
              <code>{prefix}</code>
            </>
          )}
        </span>
        <small>
          For {ruleFor(rule.role, roles)} {ruleWhere(rule)}
        </small>
      </span>
      {!isReader && (
        <button
          type="button"
          className="btn"
          aria-label={`Remove the rule for ${coveredText(rule)}`}
          onClick={() => removeRule(rule)}
        >
          Remove
        </button>
      )}
    </li>
  )
}
