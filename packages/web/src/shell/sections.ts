import {
  Activity,
  ClipboardList,
  Hand,
  LayoutDashboard,
  Mail,
  MessagesSquare,
  Circle,
  ScrollText,
  Users,
  Waypoints,
} from 'lucide-react'
import { useStore } from 'zustand'
import { person } from '../sync/sync'
import type { KeyId } from './keymap'
import type { SectionId } from './paths'

export interface Section {
  readonly id: SectionId
  readonly label: string
  readonly icon: typeof Activity
  readonly key: KeyId
  /** At the bottom of a narrow screen; the others are behind "More" there. */
  readonly isTab: boolean
}

/** Sections of a crew, as the sidebar, the tabs and the palette list them. */
const SECTIONS: readonly Section[] = [
  { id: 'overview', label: 'Overview', icon: LayoutDashboard, key: 'goOverview', isTab: true },
  { id: 'needs', label: 'Needs you', icon: Hand, key: 'goNeeds', isTab: true },
  { id: 'groups', label: 'Groups', icon: MessagesSquare, key: 'goGroups', isTab: true },
  { id: 'activity', label: 'Activity', icon: Activity, key: 'goActivity', isTab: false },
  { id: 'comms', label: 'Comms', icon: Mail, key: 'goComms', isTab: false },
  { id: 'reports', label: 'Reports', icon: ClipboardList, key: 'goReports', isTab: false },
  { id: 'crew', label: 'Crew', icon: Users, key: 'goCrew', isTab: true },
  { id: 'discussions', label: 'Discussions', icon: Waypoints, key: 'goDiscussions', isTab: false },
  { id: 'circles', label: 'Circles', icon: Circle, key: 'goCircles', isTab: false },
  {
    id: 'transcripts',
    label: 'Transcripts',
    icon: ScrollText,
    key: 'goTranscripts',
    isTab: false,
  },
]

/** Those that the person has a use for. */
export const useSections = (): readonly Section[] =>
  useStore(person, ({ hasTranscripts }) => hasTranscripts)
    ? SECTIONS
    : SECTIONS.filter(({ id }) => id !== 'transcripts')
