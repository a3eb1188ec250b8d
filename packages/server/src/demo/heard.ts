import { participantLabel } from '@crewroom/shared/model/participant'
import { TEXT } from '@crewroom/shared/text/catalogue'
import { DEMO_OUTCOME, DEMO_WORKERS } from './crew'
import type { CrewFolder } from './crew-folder'
import { HeardLines } from './heard-lines'
import { type Note, onlyNotes } from './notes'
import type { Tables } from './tables'

/**
 * What each program was given, by its own notes: tasks, reports and messages once each; what interrupts before what
 * waited; and a session that a later program goes on with.
 */
export function checkHeard(tables: Tables, folder: CrewFolder): string[] {
  const heard = new HeardLines(tables, folder)
  return [
    ...tables.tasks.flatMap(({ by, to, text, context, summary }) => [
      ...heard.once(to, TEXT.task(heard.label(by), text, context)),
      ...(summary === null
        ? []
        : heard.once(by, TEXT.reported(heard.label(to), 'completed', summary))),
    ]),
    ...tables.direct.flatMap((message) => heard.once(message.to, textOf(heard, message))),
    ...checkManifests(heard, folder),
    ...checkInterrupt(tables, heard, folder),
    ...checkReload(tables, folder),
  ]
}

function textOf(heard: HeardLines, { kind, from, content }: Tables['direct'][number]): string {
  return TEXT[kind === 'interrupt' ? 'interrupt' : 'direct'](heard.label(from), content)
}

/** Agents that speak ACP were told who they are, before anything else. */
function checkManifests(heard: HeardLines, folder: CrewFolder): string[] {
  return DEMO_WORKERS.filter(({ driver }) => driver === 'acp').flatMap(({ name }) => {
    const { id, roleName } = heard.label(name)
    const you = `You are ${participantLabel(roleName, id)}, called "${name}"`
    const [opened] = folder.notesOf(name).only('opened')
    return opened?.manifest.includes(you) ? [] : [`${name} was not told who it is`]
  })
}

/**
 * One prompt was ended in the middle of its answer; in the next one the interrupt comes first, and what had been said
 * before it comes after it.
 */
function checkInterrupt(tables: Tables, heard: HeardLines, folder: CrewFolder): string[] {
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
      .map((message) => heard.messageLine(message)),
    ...said.filter(({ kind }) => kind === 'direct').map((message) => textOf(heard, message)),
  ]
  const first = said.filter(({ kind }) => kind === 'interrupt').map((row) => textOf(heard, row))
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
