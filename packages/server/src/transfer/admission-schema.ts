import * as z from 'zod'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { admissionRecord } from '@crewroom/shared/protocol/reply-shapes/admissions'
import { time } from '@crewroom/shared/protocol/reply-shapes/fields'
import { uuid } from './export-file'
import { participant, person, recordId } from './file-fields'

const admission = admissionRecord.extend({
  id: recordId,
  leadId: uuid,
  appId: z.string().min(1).max(LIMITS.appId),
  initiator: person,
  manager: participant,
  admitted: z.array(z.strictObject({ id: uuid, admittedAt: time })).max(LIMITS.agentsPerLead),
})
const data = z.strictObject({ admission, by: person })
const gone = z.array(uuid).max(LIMITS.agentsPerLead).optional()

/** Facts about who may talk together. */
export const admissionFacts = {
  'admission:created': data,
  'admission:updated': data.extend({ gone }),
  'admission:closed': data.extend({ gone }),
}
