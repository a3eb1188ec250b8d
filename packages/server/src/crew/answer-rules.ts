import type { NeedRecord, PermissionRule } from '@crewroom/shared/model/need'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Decision } from '../journal/decision'
import type { Crew } from './crew'
import { decideNeedsClosed, dismissNeed, needOf } from './needs'
import { wideRules } from './wide-rules'
import type { By, Shard } from './shard'

/** A person answers whether rules of an earlier version stay as they are. */
export function answerWideRules(
  shard: Shard,
  crew: Crew,
  by: By,
  needId: string,
  action: 'keep' | 'drop',
): NeedRecord {
  const need = needOf(shard, crew, by, needId)
  if (need.kind !== 'rules') {
    throw new CrewError('validation', 'Only rules can be kept or dropped; dismiss this instead.', {
      fields: { action: 'must be dismiss' },
    })
  }
  // Seen, and left as it is.
  if (action === 'keep') return dismissNeed(shard, crew, by, needId)
  const decision = shard.decide(crew)
  for (const rule of wideRules(crew)) decision.add('permission:rule_removed', { rule })
  decision.add('need:closed', { need })
  shard.commit(crew, by, decision)
  return need
}

/** A rule goes: if it was the last one that a person is asked about, nobody asks any more. */
export function decideRuleGone(decision: Decision, crew: Crew, rule: PermissionRule): void {
  decision.add('permission:rule_removed', { rule })
  if (wideRules(crew).every(({ id }) => id === rule.id)) {
    decideNeedsClosed(decision, crew, ({ kind }) => kind === 'rules')
  }
}
