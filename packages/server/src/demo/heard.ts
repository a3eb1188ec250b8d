import { HUMAN_ID, HUMAN_ROLE, participantLabel } from '@crewroom/shared/model/participant'
import { type Named, TEXT } from '@crewroom/shared/text/catalogue'
import { DEMO_OUTCOME, DEMO_WORKERS } from './crew'
import type { CrewFolder } from './crew-folder'
import { type Note, onlyNotes } from './notes'
import type { Tables } from './tables'

/**
 * What each program was given, by its own notes: tasks, reports and messages once each; what interrupts before what
 * waited; and a session that a later program goes on with.
 */
export function checkHeard(tables: Tables, folder: CrewFolder): string[] {
  const named = labels(tables)
  const heard = new Map([...named.keys()].map((name) => [name, folder.notesOf(name).lines()]))
  const once = (who: string, text: string): string[] => {
    if (who === HUMAN_ID) return []
    const count = occurrences(heard.get(who) ?? [], text.split('\n'))
    return count === 1 ? [] : [`${who} has read ${count} times: ${text}`]
  }
  return [
    ...tables.tasks.flatMap(({ by, to, text, context, summary }) => [
      ...once(to, TEXT.task(label(named, by), text, context)),
      ...(summary === null ? [] : once(by, TEXT.reported(label(named, to), 'completed', summary))),
    ]),
    ...tables.direct.flatMap((message) => once(message.to, textOf(named, message))),
    ...checkManifests(named, folder),
    ...checkInterrupt(tables, named, folder),
    ...checkReload(tables, folder),
  ]
}

/** How often these lines stand there one behind the other. */
function occurrences(lines: readonly string[], wanted: readonly string[]): number {
  const isHere = (_: string, at: number) =>
    wanted.every((line, offset) => lines[at + offset] === line)
  return lines.filter(isHere).length
}

type Labels = ReadonlyMap<string, Named>

function labels(tables: Tables): Labels {
  return new Map([...tables.agents].map(([id, { name, roleName }]) => [name, { id, roleName }]))
}

function label(named: Labels, name: string): Named {
  return named.get(name) ?? { id: HUMAN_ID, roleName: HUMAN_ROLE }
}

function textOf(named: Labels, { kind, from, content }: Tables['direct'][number]): string {
  return TEXT[kind === 'interrupt' ? 'interrupt' : 'direct'](label(named, from), content)
}

/** Who speaks ACP was told who it is, before anything else. */
function checkManifests(named: Labels, folder: CrewFolder): string[] {
  return DEMO_WORKERS.filter(({ driver }) => driver === 'acp').flatMap(({ name }) => {
    const { id, roleName } = label(named, name)
    const you = `You are ${participantLabel(roleName, id)}, called "${name}"`
    const [opened] = folder.notesOf(name).only('opened')
    return opened?.manifest.includes(you) ? [] : [`${name} was not told who it is`]
  })
}

/**
 * One prompt was ended in the middle of its answer; in the next one the interrupt comes first, and what had been said
 * before it comes after it.
 */
function checkInterrupt(tables: Tables, named: Labels, folder: CrewFolder): string[] {
  const name = DEMO_OUTCOME.interrupted
  const notes = folder.notesOf(name).read()
  const isCancelled = (note: Note) => note.kind === 'answered' && note.stopReason === 'cancelled'
  const cancelled = notes.findIndex(isCancelled)
  if (cancelled < 0) return [`${name} was not stopped in any answer`]
  const begun = notes.slice(0, cancelled).findLastIndex(({ kind }) => kind === 'prompt')
  const early = onlyNotes(notes.slice(begun, cancelled), 'said')
  const [next = ''] = onlyNotes(notes.slice(cancelled), 'prompt').map(({ text }) => text)
  // What has changed of its crew and groups may stand before all items.
  const lines = next.split('\n').filter((line) => line.startsWith('['))
  const said = tables.direct.filter(({ to }) => to === name)
  const waited = [
    ...tables.messages
      .filter(({ group, from }) => group === 'docs-team' && from !== name)
      .map(({ group, from, content }) => TEXT.message(group, label(named, from), content)),
    ...said.filter(({ kind }) => kind === 'direct').map((message) => textOf(named, message)),
  ]
  const first = said.filter(({ kind }) => kind === 'interrupt').map((row) => textOf(named, row))
  const places = [...first, ...waited].map((text) => lines.indexOf(text))
  const inOrder = places.every((place, at) => place > (places[at - 1] ?? -1))
  return [
    ...(early.length > 1 ? [] : [`${name} was not in the middle of an answer`]),
    ...(places[0] === 0
      ? []
      : [`the prompt of ${name} does not begin with the interrupt: ${next}`]),
    ...(inOrder ? [] : [`what waited for ${name} is not behind the interrupt: ${next}`]),
  ]
}

/** A session was opened by one program and loaded by another, which told again all that the first had said. */
function checkReload(tables: Tables, folder: CrewFolder): string[] {
  const name = DEMO_OUTCOME.reloaded
  const notes = folder.notesOf(name).read()
  const opened = onlyNotes(notes, 'opened')
  const loaded = onlyNotes(notes, 'loaded')
  const stored = tables.sessions.find(({ agent }) => agent === name)?.session
  const one = opened.length === 1 && loaded.length === 1
  const same = opened[0]?.session === stored && loaded[0]?.session === stored
  const before = onlyNotes(
    notes.slice(
      0,
      notes.findIndex(({ kind }) => kind === 'loaded'),
    ),
    'said',
  )
  const replayed = loaded[0]?.replayed ?? 0
  const commands = before
    .map(({ text }) => text)
    .join('')
    .includes('⟦⟦ GROUP_MESSAGE')
  return [
    ...(one && same
      ? []
      : [`${name} has opened ${opened.length}, loaded ${loaded.length} sessions`]),
    ...(commands && replayed > before.length ? [] : [`${name} did not tell its session again`]),
  ]
}
