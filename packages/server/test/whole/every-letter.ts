import { ERRORS } from '@crewroom/shared/protocol/errors'
import * as invites from '@crewroom/shared/text/invite-lines'
import * as joins from '@crewroom/shared/text/join-lines'
import * as manifest from '@crewroom/shared/text/manifest'
import type { Calls } from './every-text'
import { BEN, CLEO, DORA, LEAD, LONG, SIX, WORDS } from './text-samples'

const INPUT: manifest.ManifestInput = {
  you: DORA,
  name: 'Dora',
  crew: 'atlas',
  isLead: false,
  lead: LEAD,
  parent: null,
  parts: [],
  tasks: [],
  choices: { roles: [], programs: [] },
}
const GROUPS: readonly manifest.ManifestGroup[] = [
  { name: 'plan', purpose: LONG, members: [DORA, CLEO], unread: 3, last: { n: 4, from: BEN, preview: WORDS } }, // prettier-ignore
  { name: 'new', purpose: null, members: [DORA], unread: 0, last: null },
]
const MANY = Array.from({ length: 22 }, (_, n) => ({ ...DORA, name: `agent ${n}` }))

const ORIGIN = 'http://127.0.0.1:4000'
const CODE = 'crew_invite_x'

const FIRST: Calls<typeof manifest> = {
  manifestText: {
    'manifest: a member that writes commands': (text) => text(INPUT),
    'manifest: a member with tools': (text) => text({ ...INPUT, acts: 'tools' }),
    'manifest: a member that reads an inbox': (text) => text({ ...INPUT, acts: 'inbox' }),
    'manifest: without a lead': (text) => text({ ...INPUT, lead: null, name: DORA.roleName }),
    'manifest: a lead': (text) =>
      text({
        ...INPUT,
        isLead: true,
        choices: { roles: ['developer', 'designer'], programs: ['claude', 'codex'] },
      }),
    'manifest: a sub-lead with parts and tasks': (text) =>
      text({
        ...INPUT,
        isLead: true,
        parent: { crew: 'borealis', lead: LEAD },
        parts: ['== A PART ==', ''],
        tasks: [{ id: '11112222', told: '[Task from Human (human)]: Test it.' }],
        acts: 'tools',
      }),
  },
  roleSection: {
    'manifest: role': (text) => text([WORDS, 'Be kind.']),
    'manifest: no role': (text) => text([]),
  },
  instructionsSection: {
    'manifest: instructions': (text) => text(`Be brief.\n${WORDS}`),
    'manifest: no instructions': (text) => text(''),
  },
  crewSection: {
    'manifest: crew': (text) => text([BEN, CLEO]),
    'manifest: crew of nobody': (text) => text([]),
    'manifest: crew of many': (text) => text(MANY),
  },
  groupsSection: {
    'manifest: groups': (text) => text(GROUPS),
    'manifest: groups with tools': (text) => text(GROUPS, 'tools'),
    'manifest: group of many': (text) =>
      text([{ name: 'all', purpose: null, members: [...MANY, ...SIX], unread: 0, last: null }]),
    'manifest: no groups': (text) => text([]),
  },
  TOOL_SERVER: { 'manifest: name of the server of tools': (text) => text },
}

type Lines = readonly { readonly kind: string; readonly title: string; readonly text: string }[]
const together = (lines: Lines) =>
  lines.map(({ kind, title, text }) => `${kind}\n${title}\n${text}`).join('\n')

const INVITES: Calls<typeof invites> = {
  inviteLines: { 'lines of an invitation': (lines) => together(lines(ORIGIN, CODE)) },
}

const JOINS: Calls<typeof joins> = {
  JOINING: { 'joining: coding agents': (names) => names.join('\n') },
  JOINING_AGENTS: {
    'joining: their names': (agents) =>
      Object.entries(agents)
        .map(([name, { title }]) => `${name} ${title}`)
        .join('\n'),
  },
  PROGRAM_ADDRESS: { 'joining: the command where nothing is installed': (address) => address },
  joinCommand: {
    'joining: the command of a coding agent': (command) => command('gemini', ['a', 'b']).join(' '),
  },
  shellLine: { 'joining: a line for a shell': (line) => line(['a b', "c'd", 'e']) },
  inviteJoinLines: { 'joining: lines of an invitation': (lines) => together(lines(ORIGIN, CODE)) },
}

/** Every code of a refusal with what it is on each door. */
export function everyCode(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(ERRORS).map(([code, one]) => [
      code,
      `${one.status} ${'close' in one ? one.close : '-'} ${one.rpc.code} ${one.rpc.name}`,
    ]),
  )
}

/** Longer texts: what an agent is told first, and what a person gives a program so that it joins. */
export const LETTERS = [
  [manifest, FIRST],
  [invites, INVITES],
  [joins, JOINS],
] as const
