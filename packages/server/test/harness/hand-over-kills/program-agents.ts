import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { plannedDriver } from '../agent-floor'
import { NotedLines } from './noted-lines'
import { Reading } from './reading'

/** Notes every line it is given, also what comes when its server is gone, and goes on until it is ended. */
const LISTENER = `
echo "begin $$" >> "$1"
while IFS= read -r line; do printf '%s\\n' "$line"; done >> "$1"
echo "end $$" >> "$1"
exec sleep 86400
`

/** An agent whose program the server runs; what it was given is in a file of its own. */
export interface ProgramAgent {
  readonly name: string
  readonly id: string
  /** What it noted of what it was given: lines, or prompts as JSON. */
  noted(): readonly string[]
  /** Processes that read all that the server had written to them before it was killed. */
  drained(): readonly number[]
}

export function pipeDriver(folder: string, name: string): object {
  const script = path.join(folder, 'listener.sh')
  writeFileSync(script, LISTENER)
  return {
    kind: 'pipe',
    // Starts at once: a life of the server is short.
    command: '/bin/sh',
    args: [script, path.join(folder, `${name}.heard`)],
  }
}

/** Works on each prompt for a while before the first sign of it, so that a kill falls before and after that. */
export function acpDriver(folder: string, name: string): object {
  return plannedDriver(folder, name, [
    { chunks: [30, 'on it', 10, 'done'], loadSession: true, ignoreEnd: true },
  ])
}

export function pipeAgent(folder: string, name: string, id: string): ProgramAgent {
  const heard = new NotedLines(path.join(folder, `${name}.heard`))
  const drained = () => heard.all().flatMap((line) => /^end (\d+)$/.exec(line)?.[1] ?? [])
  return { name, id, noted: () => heard.all(), drained: () => drained().map(Number) }
}

export function acpAgent(folder: string, name: string, id: string): ProgramAgent {
  const prompts = new NotedLines(path.join(folder, `${name}.prompts`))
  const notes = new NotedLines(path.join(folder, `${name}.notes`))
  const drained = () => {
    let pid = 0
    return notes.all().flatMap((line) => {
      pid = Number(/^{"pid":(\d+)}$/.exec(line)?.[1] ?? pid)
      return line === '{"ended":true}' ? [pid] : []
    })
  }
  return { name, id, noted: () => prompts.all(), drained }
}

/** What a program was given, told by its lines alone. */
export function readingOf({ name, noted }: ProgramAgent): Reading {
  const reading = new Reading(name)
  let repeats = 0
  for (const line of noted().flatMap(linesOf)) {
    const announced = /^\[System\] The next (\d* ?)items? may be (?:a repeat|repeats)/.exec(line)
    if (announced) repeats = Number(announced[1]) || 1
    // Another process has read nothing of what an earlier one was told.
    else if (line.startsWith('begin ')) repeats = 0
    // Says of messages which they were, and is none.
    else if (line.startsWith('[') && !line.startsWith('[System] Above: ')) {
      // What the server says beside is the same each time, and no item.
      if (isItem(line)) reading.take(line, line, repeats > 0)
      if (repeats > 0) repeats--
    }
  }
  return reading
}

function isItem(line: string): boolean {
  return !line.startsWith('[System]') || line.startsWith("[System] You've been added")
}

function linesOf(noted: string): string[] {
  return noted.startsWith('"') ? (JSON.parse(noted) as string).split('\n') : [noted]
}
