import * as z from 'zod'
import type { AdmissionRecord } from '../../model/admission'
import { id, type Loose, time } from './fields'

export const admissionRecord = z.strictObject({
  id,
  leadId: id,
  appId: z.string(),
  initiator: id,
  manager: id,
  status: z.enum(['active', 'closed']),
  admitted: z.array(z.strictObject({ id, admittedAt: time })),
  createdAt: time,
  endedAt: time.nullable(),
})
admissionRecord satisfies z.ZodType<Loose<AdmissionRecord>>
