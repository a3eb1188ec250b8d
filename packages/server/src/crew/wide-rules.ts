import type { PermissionRule } from '@crewroom/shared/model/need'
import type { Decision } from '../journal/decision'
import type { Crew } from './crew'
import type { By, Shard } from './shard'

/** Rules of an earlier version that allow: nothing says that they are meant for every folder. */
export function wideRules(crew: Crew): readonly PermissionRule[] {
  return [...crew.permissionRules.values()].filter(
    ({ action, folder }) => action === 'allow' && folder === undefined,
  )
}

/** A person lets them be: from now on they hold in every folder because somebody said so. */
export function decideRulesKept(shard: Shard, decision: Decision, crew: Crew, by: By): void {
  for (const rule of wideRules(crew)) {
    decision.add('permission:rule_removed', { rule })
    const kept = { id: shard.ports.ids.record(), createdBy: by.actor.id, createdAt: decision.at }
    decision.add('permission:rule_added', { rule: { ...rule, ...kept, folder: null } })
  }
}
