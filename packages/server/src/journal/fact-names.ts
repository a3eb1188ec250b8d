import type { AgentRecord, LeadRecord } from '@crewroom/shared/model/agent'
import type { GroupRecord } from '@crewroom/shared/model/group'
import type { NeedRecord, PermissionRule } from '@crewroom/shared/model/need'
import type { RunRecord } from '@crewroom/shared/model/run'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { TaskRecord } from '@crewroom/shared/model/task'
import type { References } from './fact-row'
import type { DeliveryContent, DeliveryRecord, FactData, TurnRecord } from './facts'

/** The references of records that several facts contain. */

export function ofLead(names: References, { lead }: { readonly lead: LeadRecord }): void {
  names.lead(lead)
}

export function ofAgent(names: References, { agent }: { readonly agent: AgentRecord }): void {
  names.agentRecord(agent)
}

export function ofGroup(names: References, { group }: { readonly group: GroupRecord }): void {
  names.record(group)
}

export function newTask(names: References, data: { readonly task: TaskRecord }): void {
  names.begin('task', data.task.id, data.task.agentId)
  ofTask(names, data)
}

export function ofTask(names: References, { task }: { readonly task: TaskRecord }): void {
  const { id, leadId, agentId, by } = task
  names.own(leadId)
  names.agent(agentId)
  names.known('task', id, agentId)
  names.tasks.order(task)
  names.doer(by)
}

export function newNeed(names: References, data: { readonly need: NeedRecord }): void {
  names.begin('need', data.need.id, data.need.agentId)
  ofNeed(names, data)
  names.runs.turn(data.need)
}

export function ofNeed(names: References, { need }: { readonly need: NeedRecord }): void {
  const { id, leadId, agentId, messageId, groupName } = need
  names.own(leadId)
  // Nothing was opened: its message was what waited.
  if (need.kind === 'mention') return names.settled(need)
  names.agent(agentId)
  names.known('need', id, agentId)
  if (messageId !== null) names.known('direct', messageId)
  if (groupName !== null) names.group(groupName)
}

export function newRule(names: References, data: { readonly rule: PermissionRule }): void {
  names.begin('rule', data.rule.id)
  ofRule(names, data)
}

export function ofRule(names: References, { rule }: { readonly rule: PermissionRule }): void {
  names.own(rule.leadId)
  names.known('rule', rule.id)
  names.doer(rule.createdBy)
}

export function newDelivery(
  names: References,
  { delivery }: { readonly delivery: DeliveryRecord },
  seq: number,
): void {
  const { id, agentId, content, groupName } = delivery
  names.agent(agentId)
  ofContent(names, content)
  names.sessions.ask(delivery, seq)
  if (groupName !== null) names.group(groupName)
  names.begin('delivery', id, agentId)
}

function ofContent(names: References, told: DeliveryContent): void {
  switch (told.form) {
    case 'text':
      return
    case 'joined':
      names.group(told.groupName)
      for (const id of told.memberIds) names.participant(id)
      return
    case 'removed':
      names.group(told.groupName)
      names.doer(told.by)
      return
    case 'changed':
      names.messageIn(told.groupName, told.messageId)
      return
    case 'message':
      names.known('direct', told.messageId)
      return
    case 'task':
      names.known('task', told.taskId)
      return
    case 'round':
      // Its session knows of it.
      return
    case 'report':
      names.agent(told.agentId)
      return
    case 'terminated':
      names.agent(told.agentId)
      names.doer(told.by)
      return
    default:
      told satisfies never
      throw new Error('a delivery of an unknown form')
  }
}

export function newSession(names: References, data: { readonly session: SessionRecord }): void {
  const { id, groupName } = data.session
  names.group(groupName)
  names.begin('session', id)
  names.sessions.open(data.session)
  ofSession(names, data)
}

export function ofSession(
  names: References,
  { session }: { readonly session: SessionRecord },
): void {
  names.own(session.leadId)
  names.doer(session.createdBy)
  names.sessions.change(session)
}

export function newRun(names: References, data: { readonly run: RunRecord }): void {
  names.begin('run', data.run.id)
  ofRun(names, data)
  names.runs.start(data.run)
}

export function changedRun(names: References, data: { readonly run: RunRecord }): void {
  ofRun(names, data)
  names.runs.change(data.run)
}

export function endedRun(names: References, data: { readonly run: RunRecord }): void {
  ofRun(names, data)
  names.runs.end(data.run)
}

function ofRun(names: References, { run }: { readonly run: RunRecord }): void {
  names.own(run.leadId)
  names.known('run', run.id)
  names.doer(run.startedBy)
}

export function newTurn(names: References, { turn }: { readonly turn: TurnRecord }): void {
  const { id, agentId, parts, deliveryIds } = turn
  names.agent(agentId)
  for (const part of parts) names.group(part.groupName)
  for (const delivery of deliveryIds) names.known('delivery', delivery, agentId)
  names.begin('turn', id, agentId)
}

export function ofTurn(
  names: References,
  { turnId, agentId }: { readonly turnId: string; readonly agentId: string },
): void {
  names.agent(agentId)
  names.known('turn', turnId, agentId)
}

export function newAdmission(
  names: References,
  { admission, by }: FactData['admission:created'],
): void {
  names.admissions.create(admission)
  names.doer(by)
}

export function changedAdmission(names: References, data: FactData['admission:updated']): void {
  names.admissions.change(data)
  names.doer(data.by)
}

export function closedAdmission(names: References, data: FactData['admission:closed']): void {
  names.admissions.close(data)
  names.doer(data.by)
}

export function ofBudget(
  names: References,
  { budget: { agentId, needId } }: FactData['budget:changed'],
): void {
  if (agentId !== null) names.agent(agentId)
  if (needId !== null) names.known('need', needId)
}

export function ofRequest(names: References): void {
  names.answered()
}
