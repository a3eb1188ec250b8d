import type { PermissionAsk, PermissionRule, ToolKind } from '@crewroom/shared/model/need'
import { canBeAlways, takesFiles } from '@crewroom/shared/model/permission-words'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Decision } from '../journal/decision'
import { beginsWith, isAllowedBy, mightRun } from './command-words'
import type { Crew } from './crew'
import { assertMayInCrew, mayInCrew } from './may'
import type { By, Shard } from './shard'
import { decideRuleGone } from './answer-rules'

/** What a rule is asked about. */
interface Wish {
  readonly toolKind: ToolKind
  /** As the program has it, uncut; null where it cannot be read. */
  readonly command: string | null
  /** Where the agent works that asks. */
  readonly folder: string
  /** Whether it names files, and all of them lie in the folder. */
  readonly isInside?: boolean
}

export interface NewRule {
  readonly role?: string | null | undefined
  readonly toolKind: ToolKind
  readonly prefix?: string | null | undefined
  readonly action: PermissionRule['action']
  /** Where it allows; null or left out: everywhere. */
  readonly folder?: string | null | undefined
}

/** Several may fit: the strictest counts. */
const STRICTEST: readonly PermissionRule['action'][] = ['refuse', 'ask', 'allow']

/** The rule that answers such a request of an agent of this role; null when a person is asked because nothing else is said. */
export function ruleFor(
  rules: Iterable<PermissionRule>,
  role: string,
  wish: Wish,
): PermissionRule | null {
  const all = [...rules]
  const fitting = all.filter((rule) => fits(rule, role, wish))
  for (const action of STRICTEST) {
    const found = fitting.find((rule) => rule.action === action)
    if (action === 'allow' && isGuarded(all, role, wish)) return exactly(fitting, wish)
    if (found) return found
  }
  return null
}

/** Whether a rule that refuses or asks might be meant for it: a shell has many ways to run the same program. */
function isGuarded(
  rules: readonly PermissionRule[],
  role: string,
  { toolKind, command }: Wish,
): boolean {
  return rules.some(
    (rule) =>
      rule.action !== 'allow' &&
      rule.toolKind === toolKind &&
      isFor(rule, role) &&
      rule.prefix !== null &&
      (command === null || mightRun(command, rule.prefix)),
  )
}

/** A rule that allows this very command is a person's word on all of it. */
function exactly(fitting: readonly PermissionRule[], { command }: Wish): PermissionRule | null {
  return (
    fitting.find(
      (rule) => command !== null && rule.action === 'allow' && rule.prefix === command,
    ) ?? null
  )
}

function isFor(rule: PermissionRule, role: string): boolean {
  return rule.role === null || rule.role === role
}

function fits(rule: PermissionRule, role: string, wish: Wish): boolean {
  const { toolKind, command, folder, isInside } = wish
  if (rule.toolKind !== toolKind || !isFor(rule, role)) return false
  // Whoever refuses or asks does so everywhere.
  if (rule.action === 'allow' && (rule.folder ?? folder) !== folder) return false
  // A rule for one folder is about its files.
  if (rule.action === 'allow' && rule.folder && takesFiles(toolKind) && !isInside) return false
  const begins = rule.action === 'allow' ? isAllowedBy : beginsWith
  return rule.prefix === null || (command !== null && begins(command, rule.prefix))
}

/** For people; empty for agents. */
export function listPermissionRules(crew: Crew, by: By): readonly PermissionRule[] {
  return mayInCrew('readPermissionRules', crew, by) ? [...crew.permissionRules.values()] : []
}

export function createPermissionRule(
  shard: Shard,
  crew: Crew,
  by: By,
  given: NewRule,
): PermissionRule {
  assertMayInCrew('changePermissionRules', crew, by)
  const decision = shard.decide(crew)
  const rule = decideRule(shard, decision, crew, by, given)
  shard.commit(crew, by, decision)
  return rule
}

/** Adds a rule inside a decision. The same rule twice is one. */
export function decideRule(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  by: By,
  { role = null, toolKind, prefix = null, action, folder: given = null }: NewRule,
): PermissionRule {
  const folder = action === 'allow' ? given : undefined
  if (prefix !== null && toolKind !== 'execute') {
    throw new CrewError('validation', 'Only rules for commands (execute) can have a prefix.', {
      fields: { prefix: 'must be left out for this kind of tool' },
    })
  }
  const rules = [...crew.permissionRules.values()]
  const same = rules.find(
    (rule) =>
      rule.role === role &&
      rule.toolKind === toolKind &&
      rule.prefix === prefix &&
      rule.action === action &&
      rule.folder === folder,
  )
  if (same) return same
  if (rules.length >= LIMITS.permissionRules) {
    throw new CrewError(
      'limit_reached',
      `A crew has at most ${LIMITS.permissionRules} rules for permissions. Delete one that is not used any more.`,
    )
  }
  return decision.add('permission:rule_added', {
    rule: {
      id: shard.ports.ids.record(),
      leadId: crew.state.lead.id,
      role,
      toolKind,
      prefix,
      action,
      ...(folder === undefined ? {} : { folder }),
      createdBy: by.actor.id,
      createdAt: decision.at,
    },
  }).rule
}

/**
 * What "always" of a person's answer writes: it must fit the very request that was answered, and covers the role that
 * asked and the folder in which it works alone, because the person saw nobody else ask.
 */
export function ruleOf(
  ask: PermissionAsk,
  role: string,
  action: 'allow' | 'refuse',
  folder: string | null,
): NewRule {
  const { toolKind, prefix } = ask.rule
  const covers = action === 'allow' ? isAllowedBy : beginsWith
  const isTold =
    prefix === null ? canBeAlways(toolKind) : ask.command !== null && covers(ask.command, prefix)
  if (isTold && !prefix?.includes('[masked:')) return { role, toolKind, prefix, action, folder }
  throw new CrewError(
    'validation',
    'No rule can name this command: it cannot be read, is too long, or holds a secret. Answer it without "always".',
    { fields: { always: 'must be left out for this request' } },
  )
}

export function deletePermissionRule(
  shard: Shard,
  crew: Crew,
  by: By,
  ruleId: string,
): PermissionRule {
  assertMayInCrew('changePermissionRules', crew, by)
  const rule = crew.permissionRules.get(ruleId)
  if (!rule) {
    throw new CrewError('rule_not_found', 'There is no such rule in this crew; it may be deleted.')
  }
  const decision = shard.decide(crew)
  decideRuleGone(decision, crew, rule)
  shard.commit(crew, by, decision)
  return rule
}
