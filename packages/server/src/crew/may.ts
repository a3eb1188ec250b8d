import { type AdmissionRecord, isAdmitted } from '@crewroom/shared/model/admission'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import { type GroupRecord, memberOf } from '@crewroom/shared/model/group'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { managerOf } from './admissions'
import type { Crew } from './crew'
import { yourGroups } from './own-groups'
import {
  ADMISSION_RIGHTS,
  type AdmissionStanding,
  type AdmissionVerb,
  CREW_RIGHTS,
  type CrewStanding,
  type CrewVerb,
  GROUP_RIGHTS,
  type GroupStanding,
  type GroupVerb,
  READS_ONLY,
  SERVER_RIGHTS,
  type ServerStanding,
  type ServerVerb,
} from './rights'
import type { By } from './shard'

/** Throws `not_a_member`, `lead_cannot_leave` or `forbidden` where the table says no. */
export function assertMayInGroup(verb: GroupVerb, crew: Crew, group: GroupRecord, by: By): void {
  const who = inGroup(crew, group, by)
  if (GROUP_RIGHTS[verb].includes(who)) return
  if (who === 'observer') throw new CrewError('forbidden', `${READS_ONLY}.`)
  if (who === 'outsider') {
    throw new CrewError(
      'not_a_member',
      `you are not a member of "${group.name}". ${yourGroups(crew, by.actor.id)}`,
    )
  }
  if (verb === 'leave') {
    throw new CrewError(
      'lead_cannot_leave',
      `the lead is in every group of its crew and cannot leave "${group.name}".`,
    )
  }
  if (verb === 'pause') {
    throw new CrewError('forbidden', `only the person who runs the crew may pause "${group.name}".`)
  }
  if (verb === 'interruptAnswer' || verb === 'retryAnswer') {
    throw new CrewError(
      'forbidden',
      `only the lead, or the person who runs the crew, may ${verb === 'retryAnswer' ? 'ask an agent again' : "stop an agent's answer"}.`,
    )
  }
  if (verb === 'startRun' || verb === 'changeRun') {
    throw new CrewError(
      'forbidden',
      verb === 'startRun'
        ? `only the lead, the creator of "${group.name}" and the person who runs the crew may start a discussion; an agent may while it answers a round.`
        : 'only the lead, whoever started a discussion and the person who runs the crew may change it.',
    )
  }
  if (verb === 'changeMessage') {
    throw new CrewError(
      'forbidden',
      'only people change and delete messages, and only their own. Write another message that sets it right.',
    )
  }
  if (verb === 'takeTurn') {
    throw new CrewError('forbidden', 'only the person may give up their own turn.')
  }
  if (verb === 'markSessionRead') {
    throw new CrewError(
      'forbidden',
      'only people mark a session as read; agents are handed what they have to read of it.',
    )
  }
  if (verb === 'removeFile') {
    throw new CrewError(
      'forbidden',
      `only whoever added a file, the creator of "${group.name}", the lead and the person who runs the crew may remove it.`,
    )
  }
  if (verb === 'release') throw new CrewError('forbidden', `${CREW_RIGHTS.release.refusal}.`)
  if (group.admissionId !== undefined) {
    throw new CrewError(
      'forbidden',
      `only the manager of the circle, the lead and the person who runs the crew may do that in "${group.name}".`,
    )
  }
  throw new CrewError(
    'forbidden',
    `only the lead or the creator of "${group.name}" may do that. Ask ${group.createdBy === crew.state.lead.id ? 'the lead' : 'them'}.`,
  )
}

/** Throws `forbidden` where the table says no. `target` is the agent it is done to; null for the crew. */
export function assertMayInCrew(
  verb: CrewVerb,
  crew: Crew,
  by: By,
  target: AgentRecord | null = null,
): void {
  const who = inCrew(crew, by, target)
  const { may, refusal, toObserver = READS_ONLY } = CREW_RIGHTS[verb]
  if (may.includes(who)) return
  throw new CrewError('forbidden', `${who === 'observer' ? toObserver : refusal}.`)
}

/** The same as an answer, for what shows nothing instead of refusing. */
export function mayInCrew(verb: CrewVerb, crew: Crew, by: By): boolean {
  return CREW_RIGHTS[verb].may.includes(inCrew(crew, by, null))
}

/** Throws `forbidden` where the table says no. */
export function assertMayInAdmission(
  verb: AdmissionVerb,
  crew: Crew,
  admission: AdmissionRecord,
  by: By,
): void {
  const who = inAdmission(crew, admission, by)
  if (ADMISSION_RIGHTS[verb].includes(who)) return
  throw new CrewError(
    'forbidden',
    who === 'observer'
      ? `${READS_ONLY}.`
      : 'only the manager of the circle, the lead and the person who runs the crew may do that.',
  )
}

function inAdmission(crew: Crew, admission: AdmissionRecord, by: By): AdmissionStanding {
  const who = onServer(by)
  if (who !== 'agent') return who
  if (by.actor.id === crew.state.lead.id) return 'lead'
  if (by.actor.id === admission.manager) return 'manager'
  return isAdmitted(admission, by.actor.id) ? 'admitted' : 'outsider'
}

/** Throws `forbidden` where the table says no to what is about no crew that is here. */
export function assertMayOnServer(verb: ServerVerb, by: By): void {
  const who = onServer(by)
  const { may, refusal, toObserver = READS_ONLY } = SERVER_RIGHTS[verb]
  if (may.includes(who)) return
  throw new CrewError('forbidden', `${who === 'observer' ? toObserver : refusal}.`)
}

function inGroup(crew: Crew, group: GroupRecord, by: By): GroupStanding {
  const who = onServer(by)
  if (who !== 'agent') return who
  if (by.actor.id === crew.state.lead.id) return 'lead'
  const member = memberOf(group, by.actor.id)
  const manager = managerOf(crew, group)
  if (manager === null) return member?.memberRole ?? 'outsider'
  if (manager === by.actor.id) return member ? 'owner' : 'manager'
  return member ? 'participant' : 'outsider'
}

function inCrew(crew: Crew, by: By, target: AgentRecord | null): CrewStanding {
  const who = onServer(by)
  if (who !== 'agent') return who
  if (target?.id === by.actor.id) return 'self'
  if (by.actor.id === crew.state.lead.id) return 'lead'
  const delegated = target && crew.openTasks(target.id).some((task) => task.by === by.actor.id)
  return delegated ? 'delegator' : 'other'
}

function onServer({ actor, readsOnly }: By): ServerStanding {
  if (actor.kind === 'system' || actor.kind === 'agent') return actor.kind
  return readsOnly ? 'observer' : 'person'
}
