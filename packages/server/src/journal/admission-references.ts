import type { AdmissionRecord } from '@crewroom/shared/model/admission'
import type { FactData } from './facts'

/** What a crew's file says of admissions: each fact follows from earlier ones. */
export interface AdmissionReferences {
  create(admission: AdmissionRecord): void
  change(data: FactData['admission:updated']): void
  close(data: FactData['admission:closed']): void
  /** A group says which one it belongs to. */
  ofGroup(admissionId: string): void
}
