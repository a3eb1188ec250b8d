import { type AdmissionRecord, DEFAULT_APP_ID } from '@crewroom/shared/model/admission'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { resolveForAdmission } from '../crew/admissions'
import type { Crew } from '../crew/crew'
import { isActive } from '../crew/directory'
import { assertMayInCrew } from '../crew/may'
import { assertNoSecret } from '../crew/secrets'
import type { By, Shard } from '../crew/shard'
import { decideConversation } from './create-conversation'

export interface CreateAdmissionInput {
  readonly appId?: string | undefined
  readonly admitted: readonly string[]
  /** A first conversation; without participants all who are admitted are in it. */
  readonly conversation?:
    | { readonly name?: string | undefined; readonly participants?: readonly string[] | undefined }
    | undefined
}

/** Agents may talk together from now on: those named, and whoever asks. Throws `not_admitted` for all that names nobody. */
export function createAdmission(
  shard: Shard,
  crew: Crew,
  by: By,
  { appId = DEFAULT_APP_ID, admitted, conversation }: CreateAdmissionInput,
): { admission: AdmissionRecord; group: GroupRecord | null } {
  assertMayInCrew('createAdmission', crew, by)
  assertNoSecret(shard.maskOf(crew), 'appId', appId)
  const app = appOf(crew, appId)
  if (Object.keys(crew.state.admissions).length >= LIMITS.admissionsPerLead) {
    throw new CrewError(
      'limit_reached',
      `This crew has ${LIMITS.admissionsPerLead} circles, which is the limit. Close some first.`,
    )
  }
  const isAgent = by.actor.kind === 'agent'
  const ids = new Set(isAgent ? [by.actor.id] : [])
  for (const reference of admitted) ids.add(resolveForAdmission(shard, crew, reference))
  // A person may talk everywhere, and needs no admission.
  ids.delete(HUMAN_ID)
  const decision = shard.decide(crew)
  const { admission } = decision.add('admission:created', {
    admission: {
      id: shard.ports.ids.record(),
      leadId: crew.state.lead.id,
      appId,
      initiator: by.actor.id,
      manager: app ?? (isAgent ? by.actor.id : HUMAN_ID),
      status: 'active',
      admitted: [...ids].map((id) => ({ id, admittedAt: decision.at })),
      createdAt: decision.at,
      endedAt: null,
    },
    by: by.actor.id,
  })
  const group =
    conversation === undefined
      ? null
      : decideConversation(shard, decision, crew, by, admission, {
          name: conversation.name,
          participants: conversation.participants ?? [...ids],
        })
  shard.commit(crew, by, decision)
  return { admission, group }
}

/** The app that is to manage it; null where that is whoever asks. Throws where the id is of no app: it would manage nothing. */
function appOf(crew: Crew, appId: string): string | null {
  if (appId === DEFAULT_APP_ID) return null
  const app = crew.state.agents[appId]
  if (app?.app === true && isActive(app)) return appId
  const problem =
    'names no app here. Give the appId that POST /api/v1/apps/register answered, or leave it out and manage it yourself'
  throw new CrewError('validation', `appId: ${problem}.`, { fields: { appId: problem } })
}
