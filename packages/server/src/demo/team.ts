import { TEXT } from '@crewroom/shared/text/catalogue'
import { DEMO_OUTCOME } from './crew'
import type { CrewFolder } from './crew-folder'
import { HeardLines } from './heard-lines'
import type { Tables } from './tables'

const { group, members, before, back } = DEMO_OUTCOME.team

/** A group was created automatically, archived when its last agent was done, and restored with one of them. */
export function checkTeam(tables: Tables, folder: CrewFolder): string[] {
  const heard = new HeardLines(tables, folder)
  return [...checkCourses(tables), ...checkRead(tables, heard), ...checkLists(heard)]
}

/** What happened to groups, and that it was stored together with what it follows from. */
function checkCourses(tables: Tables): string[] {
  const found = tables.courses.filter(({ event }) => event !== 'created')
  const course = found.map((row) => `${row.group} ${row.event}`).join(', ')
  if (course !== `${group} archived, ${group} unarchived`) {
    return [`groups went and came back otherwise: ${course}`]
  }
  const batchOf = (event: string) =>
    tables.courses.find((row) => row.group === group && row.event === event)?.batch ?? 0
  const began = batchOf('created')
  // Some of them had completed something else before.
  const lives = tables.lives.filter(
    ({ agent, batch }) => members.some((name) => name === agent) && batch > began,
  )
  const ends = lives.filter(({ event }) => event === 'completed').map(({ batch }) => batch)
  const returns = lives.filter(({ event }) => event === 'resumed')
  const [first] = returns
  return [
    ...(ends.length === members.length - 1 && Math.max(...ends) === batchOf('archived')
      ? []
      : [`${group} was not archived with the last of its agents`]),
    ...(returns.length === 1 && first?.agent === back && first.batch === batchOf('unarchived')
      ? []
      : [`${group} did not come back with ${back}`]),
  ]
}

/** Each agent was notified of the group once, and has read once what the others wrote while all worked. */
function checkRead(tables: Tables, heard: HeardLines): string[] {
  const labels = members.map((name) => heard.label(name))
  const said = tables.messages
    .filter((message) => message.group === group)
    .map((message) => ({ n: message.n, from: message.from, text: heard.messageLine(message) }))
  return members.flatMap((name) => [
    ...heard.once(name, TEXT.joined(group, null, labels, [])),
    ...said
      .filter(({ n, from }) => from !== name && (n <= before || name === members[0]))
      .flatMap(({ text }) => heard.once(name, text)),
  ])
}

/** An agent that asks for its groups reads about this one while it is in use, and not while it is archived. */
function checkLists(heard: HeardLines): string[] {
  const lists = (name: string, count: number): string[] => {
    const lines = heard.of(name)
    const at = lines.indexOf(`[System] Your groups (${count}):`)
    const rest = at === -1 ? [] : lines.slice(at + 1)
    const end = rest.findIndex((line) => !/^(- "| {2})/.test(line))
    return rest.slice(0, end === -1 ? rest.length : end)
  }
  const names = (name: string, count: number) =>
    lists(name, count).some((line) => line.startsWith(`- "${group}" (${members.length} members`))
  const [lead] = members
  return [
    ...(names(lead, 3) ? [`${lead} read about ${group} while it was archived`] : []),
    ...(names(lead, 4) ? [] : [`${lead} was not told that ${group} is there again`]),
    ...(names(back, 1) ? [] : [`${back} was not told that ${group} is there again`]),
  ]
}
