import { expect, test } from 'vitest'
import { NO_DRIVER } from '../new-crew/driver-choice'
import type { QuickStart } from './quick-start'
import { isAbout, type StartProblem } from './start-problem'

const before: QuickStart = { task: '', folder: '', team: 'team', driver: NO_DRIVER }
/** What the page does when the server has told what it found, perhaps after somebody has pressed Start. */
const chosenByPage: QuickStart = { ...before, driver: { ...NO_DRIVER, preset: 'codex' } }

const CHANGES: Readonly<Record<StartProblem['at'], QuickStart>> = {
  task: { ...before, task: 'Look around' },
  folder: { ...before, folder: '/tmp' },
  program: chosenByPage,
}

test.each(['task', 'folder', 'program'] as const)(
  'UI341 what is said about the %s stands until that is changed, whatever else is',
  (at) => {
    const problem = { at, text: 'It is wrong.' }
    for (const [what, now] of Object.entries(CHANGES)) {
      expect(isAbout(problem, before, now), `${what} is changed`).toBe(what !== at)
    }
    expect(isAbout(problem, before, { ...before, team: 'pair' })).toBe(true)
  },
)
