import type { LeadRecord } from '@crewroom/shared/model/agent'

/** What the lead of a crew is called as long as nothing is known of its agent; a workspace has none. */
export function leadTitle({ workspace }: Pick<LeadRecord, 'workspace'>): string {
  return workspace === undefined ? 'Project Lead' : 'Workspace'
}
