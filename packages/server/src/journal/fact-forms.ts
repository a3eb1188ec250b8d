import type { GroupRecord } from '@crewroom/shared/model/group'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { References } from './fact-row'
import { ofInstructions, ofStall } from './fact-subjects'
import { ADMISSION, GROUP, PLAIN } from './fact-texts'
import type { FactData } from './facts'

type AdmissionFact = FactData['admission:created' | 'admission:updated' | 'admission:closed']

/** What several rows of the table of facts have in common. */

export const aboutGroup = {
  audience: 'group',
  group: ({ group }: { readonly group: GroupRecord }) => group.name,
  after: ({ group }: { readonly group: GroupRecord }) => group,
  texts: { group: GROUP },
} as const

const privately = {
  audience: 'private',
  refs: (names: References, { agentId }: { readonly agentId: string }) => names.agent(agentId),
} as const

/** About one agent of the crew, and for restarts only. */
export const ofOneAgent = {
  instructed: {
    ...privately,
    subjects: ofInstructions,
    texts: { agentId: PLAIN, instructions: LIMITS.instructions },
  },
  stalled: { ...privately, subjects: ofStall, texts: { agentId: PLAIN } },
} as const

/** About something in a group that has no row of its own in its timeline. */
export const inGroup = {
  audience: 'group',
  group: ({ groupName }: { readonly groupName: string }) => groupName,
  after: null,
  timeline: null,
} as const
export const NAMES_MESSAGE = { groupName: PLAIN, messageId: PLAIN } as const

export const aboutAdmission = {
  audience: 'named',
  named: concerned,
  texts: { admission: ADMISSION, gone: PLAIN, by: PLAIN },
} as const

/** Who may talk, who could before, who manages it, and the lead. */
function concerned({ admission, gone = [] }: AdmissionFact): readonly string[] {
  const { admitted, manager, leadId } = admission
  return [...admitted.map(({ id }) => id), ...gone, manager, leadId]
}
