import { Activity, ChartNoAxesColumn, Hand, Mail, MessagesSquare, Users } from 'lucide-react'
import type { KeyId } from './keymap'
import type { SectionId } from './paths'

export interface Section {
  readonly id: SectionId
  readonly label: string
  readonly icon: typeof Activity
  readonly key: KeyId
}

/** Sections of a crew, as the sidebar, the tabs and the palette list them. */
export const SECTIONS: readonly Section[] = [
  { id: 'activity', label: 'Activity', icon: Activity, key: 'goActivity' },
  { id: 'comms', label: 'Comms', icon: Mail, key: 'goComms' },
  { id: 'reports', label: 'Reports', icon: ChartNoAxesColumn, key: 'goReports' },
  { id: 'groups', label: 'Groups', icon: MessagesSquare, key: 'goGroups' },
  { id: 'crew', label: 'Crew', icon: Users, key: 'goCrew' },
  { id: 'needs', label: 'Needs you', icon: Hand, key: 'goNeeds' },
]

const KEY = 'crewroom:section:'

/** The section in which a crew was left, for the next visit. */
export function lastSection(leadId: string): SectionId {
  try {
    const kept = localStorage.getItem(KEY + leadId)
    return SECTIONS.find(({ id }) => id === kept)?.id ?? 'groups'
  } catch {
    return 'groups'
  }
}

export function keepSection(leadId: string, path: string): void {
  const section = SECTIONS.find(({ id }) => path.split('/')[3] === id)
  if (!section) return
  try {
    localStorage.setItem(KEY + leadId, section.id)
  } catch {
    // Storage may be denied; the next visit then begins with the groups.
  }
}
