import { type ComponentType, useState } from 'react'
import type { SectionId } from './paths'
import { drawnLater } from '../ui/drawn-later'

/** The page of each section: scripts of its own, which are fetched when it is first shown. */
const LOAD: Record<SectionId, () => Promise<ComponentType>> = {
  overview: () => import('../overview/OverviewPage').then((own) => own.OverviewPage),
  activity: () => import('../activity/ActivityPage').then((own) => own.ActivityPage),
  comms: () => import('../comms/CommsPage').then((own) => own.CommsPage),
  reports: () => import('../reports/ReportsPage').then((own) => own.ReportsPage),
  groups: () => import('../groups/GroupsPage').then((own) => own.GroupsPage),
  crew: () => import('../crew/CrewPage').then((own) => own.CrewPage),
  needs: () => import('../needs/NeedsPage').then((own) => own.NeedsPage),
  discussions: () => import('../discussions/DiscussionsPage').then((own) => own.default),
  circles: () => import('../circles/CirclesPage').then((own) => own.default),
  transcripts: () => import('../transcripts/TranscriptsPage').then((own) => own.TranscriptsPage),
}

export const SECTION_PAGES = {
  overview: page('overview'),
  activity: page('activity'),
  comms: page('comms'),
  reports: page('reports'),
  groups: page('groups'),
  crew: page('crew'),
  needs: page('needs'),
  discussions: page('discussions'),
  circles: page('circles'),
  transcripts: page('transcripts'),
} satisfies Record<SectionId, ComponentType>

const fetched = new Map<SectionId, ComponentType>()

/** Fetches what an address shows beside the session and the crews, not after them. */
export function fetchPageOf(pathname: string): void {
  const [, top, leadId, section] = pathname.split('/')
  if (top !== 'leads' || leadId === undefined) return
  const id = Object.hasOwn(LOAD, section ?? '') ? (section as SectionId) : 'overview'
  LOAD[id]().then(
    (own) => fetched.set(id, own),
    // It is asked for again, and heard of, when it is shown.
    () => {},
  )
}

function page(id: SectionId): ComponentType {
  const Later = drawnLater(LOAD[id])
  return function SectionPage() {
    // What is here is drawn without an empty frame before it, which React would keep for a third of a second.
    const [Page] = useState(() => fetched.get(id) ?? Later)
    return <Page />
  }
}
