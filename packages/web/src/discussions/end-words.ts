import type { EndRule, Policy } from '@crewroom/shared/model/run'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { money, tokenWords } from '../overview/amounts'
import { countOf } from '../ui/amounts'

type NameOf = (id: string) => string

/** With what else a discussion ends: `“AGREED” by Ada or 20 answers`. */
export function endRuleWords(rule: EndRule, nameOf: NameOf): string {
  if ('all' in rule) return joined(rule.all, ' and ', nameOf)
  if ('any' in rule) return joined(rule.any, ' or ', nameOf)
  if ('word' in rule) {
    const { word, from } = rule
    return `“${word}”${from === undefined ? '' : ` by ${named(from, nameOf)}`}`
  }
  if ('rounds' in rule) return countOf(rule.rounds, 'round')
  if ('messages' in rule) return countOf(rule.messages, 'answer')
  return 'tokens' in rule ? `${tokenWords(rule.tokens)} tokens` : money(rule.usd)
}

function joined(rules: readonly EndRule[], by: string, nameOf: NameOf): string {
  return rules
    .map((own) => {
      const words = endRuleWords(own, nameOf)
      return rules.length > 1 && ('all' in own || 'any' in own) ? `(${words})` : words
    })
    .join(by)
}

/** Who may speak after whom, as far as somebody said so: `Ada`, `Ben or you`. */
export function followWords(
  policy: Policy,
  nameOf: NameOf,
): readonly (readonly [string, string])[] {
  const chooses = policy.kind === 'round_robin' || policy.kind === 'selection'
  return Object.entries((chooses && policy.transitions) || {}).map(([before, after]) => [
    named(before, nameOf),
    after.map((id) => named(id, nameOf)).join(' or '),
  ])
}

const named = (id: string, nameOf: NameOf) => (id === HUMAN_ID ? 'you' : nameOf(id))
