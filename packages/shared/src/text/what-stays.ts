/** What deleting and retention reach: every thing by every verb. A new thing or verb without its cells is a type error. */

export const DELETED_THINGS = [
  'message',
  'quote',
  'earlierText',
  'directMessage',
  'sessionLine',
  'sessionTitle',
  'task',
  'need',
  'file',
  'picture',
  'fileName',
  'name',
  'record',
] as const
export type DeletedThing = (typeof DELETED_THINGS)[number]

export const DELETING_VERBS = [
  'message',
  'file',
  'agent',
  'group',
  'session',
  'crew',
  'retention',
] as const
export type DeletingVerb = (typeof DELETING_VERBS)[number]

/** What is said of what a verb leaves. */
const SAID = {
  alone: 'Only this goes: direct messages, sessions, tasks and questions to you stay.',
  about: 'What agents wrote about it stays.',
  fileName: 'Its name stays in the activity.',
  agent: 'Its name and what it said and did stay until the crew is deleted; you can resume it.',
  group: 'The group is archived: its name and what was said in it stay until the crew is deleted.',
  session: 'What agents wrote and made elsewhere because of it stays.',
  retention: "Nothing but entries of agents' records is removed.",
} as const

/** What no verb reaches. */
const NOT_REACHED =
  'Not reached: what agents’ programs and other people keep themselves, earlier exports and backups.'

/** `gone`: no byte of it is left. */
export type Reach = 'gone' | keyof typeof SAID

const all = (reach: Reach) =>
  Object.fromEntries(DELETED_THINGS.map((thing) => [thing, reach])) as Record<DeletedThing, Reach>

const REACH: Readonly<Record<DeletingVerb, Readonly<Record<DeletedThing, Reach>>>> = {
  message: {
    message: 'gone',
    quote: 'gone',
    earlierText: 'gone',
    directMessage: 'alone',
    sessionLine: 'alone',
    sessionTitle: 'alone',
    task: 'alone',
    need: 'alone',
    file: 'alone',
    picture: 'alone',
    fileName: 'alone',
    name: 'alone',
    record: 'about',
  },
  file: {
    message: 'alone',
    quote: 'alone',
    earlierText: 'alone',
    directMessage: 'alone',
    sessionLine: 'alone',
    sessionTitle: 'alone',
    task: 'alone',
    need: 'alone',
    file: 'gone',
    picture: 'gone',
    fileName: 'fileName',
    name: 'alone',
    record: 'about',
  },
  agent: all('agent'),
  group: all('group'),
  session: {
    message: 'session',
    quote: 'session',
    earlierText: 'session',
    directMessage: 'session',
    sessionLine: 'gone',
    sessionTitle: 'gone',
    task: 'session',
    need: 'session',
    file: 'session',
    picture: 'session',
    fileName: 'session',
    name: 'session',
    record: 'session',
  },
  crew: all('gone'),
  retention: { ...all('retention'), record: 'gone' },
}

/** What is said before a verb is used, and answered when it was. */
export function whatStays(verb: DeletingVerb): readonly string[] {
  const all = new Set(Object.values(REACH[verb]))
  const said = [...all].flatMap((reach) => (reach === 'gone' ? [] : SAID[reach]))
  return all.has('gone') ? [...said, NOT_REACHED] : said
}

/** What is said of one thing; null: it is gone. */
export function saidOf(verb: DeletingVerb, thing: DeletedThing): string | null {
  const reach = REACH[verb][thing]
  return reach === 'gone' ? null : SAID[reach]
}
