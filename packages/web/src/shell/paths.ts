import { MAIN_SESSION } from '@crewroom/shared/model/session'

/** The sections of a crew, in the order of the sidebar. */
export type SectionId =
  | 'overview'
  | 'needs'
  | 'groups'
  | 'activity'
  | 'comms'
  | 'reports'
  | 'crew'
  | 'discussions'
  | 'circles'
  | 'transcripts'

/** Addresses of the page. Every screen has one that survives a reload and can be given to somebody else. */
export const paths = {
  home: '/',
  allCrews: '/?all',
  settings: '/settings',
  crewHome: (leadId: string) => `/leads/${encodeURIComponent(leadId)}`,
  section: (leadId: string, section: SectionId) =>
    section === 'overview' ? paths.crewHome(leadId) : `${paths.crewHome(leadId)}/${section}`,
  group: (leadId: string, name: string) =>
    `${paths.section(leadId, 'groups')}/${encodeURIComponent(name)}`,
  members: (leadId: string, name: string) => `${paths.group(leadId, name)}/members`,
  session: (leadId: string, name: string, sessionId: string) =>
    `${paths.group(leadId, name)}/s/${encodeURIComponent(sessionId)}`,
  /** `sessionId`: null, left out or `main` for a message of the main session. */
  message: (leadId: string, name: string, messageId: string, sessionId?: string | null) =>
    `${
      sessionId && sessionId !== MAIN_SESSION
        ? paths.session(leadId, name, sessionId)
        : paths.group(leadId, name)
    }?m=${encodeURIComponent(messageId)}`,
  /** What one agent of a session was given and did. */
  sessionAgent: (leadId: string, name: string, sessionId: string, agentId: string) =>
    `${paths.session(leadId, name, sessionId)}?view=agent&agent=${encodeURIComponent(agentId)}`,
  archived: (leadId: string) => `${paths.section(leadId, 'groups')}/archived`,
  newGroup: (leadId: string) => `${paths.section(leadId, 'groups')}?new=group`,
  /** Transcripts belong to no crew: they are the same below each, and without one. */
  transcripts: (leadId: string | null) =>
    leadId === null ? '/transcripts' : paths.section(leadId, 'transcripts'),
  transcript: (leadId: string | null, id: string) =>
    `${paths.transcripts(leadId)}/${encodeURIComponent(id)}`,
  /** Discussions of all crews: the same below each, and without one. */
  discussions: (leadId: string | null) =>
    leadId === null ? '/discussions' : paths.section(leadId, 'discussions'),
  newDiscussion: (leadId: string | null) => `${paths.discussions(leadId)}?new=discussion`,
  circle: (leadId: string, admissionId: string) =>
    `${paths.section(leadId, 'circles')}/${encodeURIComponent(admissionId)}`,
  conversation: (leadId: string, admissionId: string, groupId: string) =>
    `${paths.circle(leadId, admissionId)}/c/${encodeURIComponent(groupId)}`,
  /** Messages of a crew that have some words, and where and by whom they were written. */
  search: (leadId: string, q: string) =>
    `${paths.crewHome(leadId)}/search?q=${encodeURIComponent(q)}`,
  newCrew: '/new',
  /** The same with each agent's name, role and program. */
  newCrewDetails: '/new?new=crew',
  agent: (leadId: string, agentId: string) =>
    `${paths.section(leadId, 'crew')}/${encodeURIComponent(agentId)}`,
  comms: (leadId: string, agentId: string) =>
    `${paths.section(leadId, 'comms')}?with=${encodeURIComponent(agentId)}`,
} as const
