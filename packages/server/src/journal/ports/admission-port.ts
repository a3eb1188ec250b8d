import type { AdmissionRecord } from '@crewroom/shared/model/admission'

/** Which admissions of a crew: the newest `limit` behind a place. */
export interface AdmissionQuery {
  readonly leadId: string
  /** Only those that concern this agent; null: all. */
  readonly viewer: string | null
  readonly after: AdmissionPlace | null
  readonly limit: number
}

/** A place in a list by creation, newest first; of the same time by id. */
export interface AdmissionPlace {
  readonly createdAt: string
  readonly id: string
}

/** Reads admissions, also closed ones. Durable ones only. */
export interface AdmissionReader {
  one(leadId: string, id: string): AdmissionRecord | null
  /** Newest first. `hasMore`: there are earlier ones. */
  page(query: AdmissionQuery): {
    readonly admissions: readonly AdmissionRecord[]
    readonly hasMore: boolean
  }
}
