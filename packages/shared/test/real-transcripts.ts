import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { TranscriptOf } from '../src/transcript/transcript'

const FOLDER = path.join(import.meta.dirname, 'transcripts')
const SUBAGENTS = /[/\\]subagents[/\\]/

/** Session files that agents wrote; see the README beside them. */
export const SESSION_FILES: readonly string[] = readdirSync(FOLDER, {
  recursive: true,
  encoding: 'utf8',
})
  .filter((name) => name.endsWith('.jsonl') && !SUBAGENTS.test(name) && name !== 'reference.jsonl')
  .map((name) => name.replaceAll('\\', '/'))
  .toSorted()

export const bytesOf = (file: string): Buffer => readFileSync(path.join(FOLDER, file))

export const textOf = (file: string): string => bytesOf(file).toString('utf8')

/** The files of a session's sub-agents: name and text. */
export function subagentsOf(file: string): readonly (readonly [name: string, text: string])[] {
  const folder = `${file.replace(/\.jsonl$/, '')}/subagents/`
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.startsWith(folder) && name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => [name.slice(folder.length), textOf(name)])
}

export function readWhole(file: string): TranscriptOf {
  const transcript = new TranscriptOf()
  transcript.feed(textOf(file))
  for (const [name, text] of subagentsOf(file)) transcript.feedSubagent(name, text)
  return transcript
}

/** Everything that is read, to be compared. */
export const all = (transcript: TranscriptOf): string =>
  JSON.stringify([
    transcript.conversation,
    transcript.processes,
    transcript.metrics,
    transcript.sums,
    transcript.ongoing,
    transcript.unreadable,
    transcript.unknown,
    transcript.facts.title,
  ])

/** Numbers from 0 up to `below`, the same for the same seed. */
export function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
