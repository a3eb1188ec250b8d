import { SYSTEM } from '@crewroom/shared/model/participant'
import type {
  NeedRecord,
  PermissionAnswer,
  PermissionAsk,
  PermissionRule,
  ToolKind,
} from '@crewroom/shared/model/need'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Decision } from '../journal/decision'
import type { Envelope } from '../journal/facts'
import type { Crew } from './crew'
import { agentOf } from './directory'
import { assertMayInCrew } from './may'
import { decideNeed } from './needs'
import { decideRule, ruleOf } from './permission-rules'
import { wideRules } from './wide-rules'
import { mayBeAllowed } from './role-tools'
import type { By, Shard } from './shard'

const BY_SYSTEM: By = { actor: SYSTEM, cause: { kind: 'system' } }

const GONE =
  'This request does not wait any more: its program was stopped, or the server restarted. If the agent still needs it, it asks again.'

/** Notes that an agent's program waits for a person; returns what is noted. */
export function openPermission(
  shard: Shard,
  crew: Crew,
  agentId: string,
  permission: PermissionAsk,
  wanted: string,
): NeedRecord {
  const decision = shard.decideAccepted(crew)
  const need = decideNeed(shard, decision, crew, {
    kind: 'permission',
    agentId,
    text: TEXT.permissionNeed(wanted),
    messageId: null,
    permission,
  })
  shard.commit(crew, BY_SYSTEM, decision)
  shard.permissions.waits(need.id)
  return need
}

/** A person answers a request with one of the agent's own options. The first answer counts. */
export function answerPermission(
  shard: Shard,
  crew: Crew,
  by: By,
  needId: string,
  {
    optionId,
    always = false,
  }: { readonly optionId: string; readonly always?: boolean | undefined },
): { need: NeedRecord; rule: PermissionRule | null } {
  assertMayInCrew('answerPermission', crew, by)
  const need = waitingPermission(shard, crew, needId)
  const option = need.permission.options.find((one) => one.optionId === optionId)
  if (!option) {
    const offered = need.permission.options.map((one) => one.optionId).join(', ')
    throw new CrewError('validation', `The agent offers no such option. It offers: ${offered}.`, {
      fields: { optionId: `must be one of ${offered}` },
    })
  }
  const action = option.kind.startsWith('allow') ? 'allow' : 'refuse'
  const { role } = agentOf(crew, need.agentId)
  if (always && action === 'allow') assertListed(shard, role, need.permission.toolKind)
  const decision = shard.decide(crew)
  const rule = always
    ? decideRule(
        shard,
        decision,
        crew,
        by,
        ruleOf(need.permission, role, action, shard.permissions.folderOf(need.agentId)),
      )
    : null
  const answer: PermissionAnswer = { by: 'person', optionId, name: option.name }
  decision.add('need:closed', { need, answer })
  shard.commit(crew, by, decision)
  shard.permissions.answered(needId, answer)
  return { need, rule }
}

/** No rule allows a tool that the file of a role does not list: a new one would change nothing. */
function assertListed(shard: Shard, role: string, kind: ToolKind): void {
  const { tools, file } = shard.ports.roles.of(role)
  if (mayBeAllowed(tools, kind)) return
  throw new CrewError(
    'validation',
    `${file ?? 'The file of its role'} lists the tools of this role, and this is none of them: each request is asked about. Answer it without "always".`,
    { fields: { always: 'must be left out for a tool that its role does not list' } },
  )
}

/** Closes a request for another reason than a person's answer; false when it was closed before. */
export function closePermission(
  shard: Shard,
  crew: Crew,
  needId: string,
  answer: PermissionAnswer,
  refused: { readonly text: string } | null = null,
): boolean {
  const need = crew.state.needs[needId]
  if (!need) return false
  const decision = shard.decideAccepted(crew)
  decision.add('need:closed', { need, answer })
  if (refused) decideRefused(shard, decision, crew, need.agentId, refused.text)
  shard.commit(crew, BY_SYSTEM, decision)
  shard.permissions.answered(needId, answer)
  return true
}

/** Adds the need that a request was refused and nobody had a say; one at a time, since the record has them all. */
export function decideRefused(
  shard: Shard,
  decision: Decision,
  crew: Crew,
  agentId: string,
  text: string,
): void {
  const isKnown = Object.values(crew.state.needs).some(
    (need) => need.kind === 'refused' && need.agentId === agentId,
  )
  if (isKnown) return
  decideNeed(shard, decision, crew, { kind: 'refused', agentId, text, messageId: null })
}

/** Closes requests for which no program waits: of an earlier run of the server, or of another one's file. */
export function closeLostPermissions(shard: Shard, crew: Crew): void {
  for (const { id, kind } of Object.values(crew.state.needs)) {
    if (kind !== 'permission' || shard.permissions.isWaiting(id)) continue
    closePermission(shard, crew, id, { by: 'restart', optionId: null, name: null })
  }
}

/** The same of crews that were taken in, whose programs run nowhere. */
export function settleImportedPermissions(shard: Shard, entries: readonly Envelope[]): void {
  for (const entry of entries) {
    const crew = entry.type === 'crew:imported' && shard.findCrew(entry.data.leadId)
    if (crew) closeLostPermissions(shard, crew)
  }
}

/** Asks the person, once, about rules of an earlier version. */
export function askAboutRules(shard: Shard, crew: Crew): void {
  const rules = wideRules(crew)
  const isAsked = Object.values(crew.state.needs).some(({ kind }) => kind === 'rules')
  if (rules.length === 0 || isAsked) return
  const decision = shard.decideAccepted(crew)
  decideNeed(shard, decision, crew, {
    kind: 'rules',
    agentId: crew.state.lead.id,
    text: TEXT.rulesNeed(rules),
    messageId: null,
  })
  shard.commit(crew, BY_SYSTEM, decision)
}

function waitingPermission(
  shard: Shard,
  crew: Crew,
  needId: string,
): NeedRecord & { readonly permission: PermissionAsk } {
  const need = crew.state.needs[needId]
  const answer = shard.permissions.answerOf(needId)
  if (!need && answer) {
    const { personName } = shard.ports
    throw new CrewError('already_answered', TEXT.alreadyAnswered(answer, personName), { answer })
  }
  if (!need) throw new CrewError('need_not_found', GONE)
  const { permission } = need
  if (!permission) {
    throw new CrewError(
      'validation',
      'This does not ask for permission: there is nothing to allow.',
      {
        fields: { needId: 'must be a request for permission' },
      },
    )
  }
  if (!shard.permissions.isWaiting(needId)) throw new CrewError('need_not_found', GONE)
  return { ...need, permission }
}
