import { type DriverChoice, driverOf, isStarted } from '../new-crew/driver-choice'
import type { CodingAgent } from '../new-crew/use-coding-agents'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import type { Machine } from '../sync/api/server'
import type { QuickStart } from './quick-start'

/** What keeps a crew from being started, and at which part of the page that is said. */
export interface StartProblem {
  readonly at: 'task' | 'folder' | 'program'
  readonly text: string
}

/** A problem stands until what it is about is changed: what the page itself chooses meanwhile settles no other. */
export function isAbout({ at }: StartProblem, before: QuickStart, now: QuickStart): boolean {
  switch (at) {
    case 'task':
      return before.task === now.task
    case 'folder':
      return before.folder === now.folder
    case 'program':
      return before.driver === now.driver
    default:
      return at satisfies never
  }
}

/** `null` where the server did not tell: then the start itself shows. */
export function problemOf(
  { task, driver }: QuickStart,
  agents: readonly CodingAgent[] | null,
  machine: Machine | null,
): StartProblem | null {
  if (task.trim() === '') return { at: 'task', text: 'Say what your crew should do.' }
  if (task.length > LIMITS.task) return { at: 'task', text: 'The task is too long.' }
  const folder = isStarted(driver) && machine ? folderProblem(machine.folder) : null
  if (folder !== null) return { at: 'folder', text: folder }
  const program = programProblem(driver, agents)
  return program === null ? null : { at: 'program', text: program }
}

export function folderProblem({ path, state }: Machine['folder']): string | null {
  switch (state) {
    case 'ok':
      return null
    case 'missing':
      return `There is no folder ${path} on the server’s machine.`
    case 'not_a_folder':
      return `${path} is not a folder.`
    case 'read_only':
      return `The server cannot write to ${path}.`
    default:
      return state satisfies never
  }
}

function programProblem(
  driver: DriverChoice,
  agents: readonly CodingAgent[] | null,
): string | null {
  const result = driverOf(driver)
  if (!result.ok) return result.problem
  if (driver.kind !== 'preset') return null
  const chosen = agents?.find(({ id }) => id === driver.preset)
  if (!chosen || chosen.installed) return null
  return `${chosen.name} is no longer there: ${chosen.command} was not found. Install it, or choose another program.`
}
