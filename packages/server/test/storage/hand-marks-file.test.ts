import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { HandMarksFile, type RunOfMachine } from '../../src/storage/hand-marks-file'
import { tempFolder } from '../harness/temp-folder'

const FIRST: RunOfMachine = { bootId: 'boot-1', runId: 'run-1' }
const SECOND: RunOfMachine = { bootId: 'boot-1', runId: 'run-2' }

const fail = (error: unknown) => {
  throw error
}

/** What a run after `before` is told of three agents. */
function told(file: string, before: RunOfMachine | null) {
  const marks = new HandMarksFile(file, before, SECOND, fail)
  return ['ada', 'bob', 'eve'].map((agentId) => marks.of('lead', agentId))
}

function written(folder: string): string {
  const file = path.join(folder, 'hand-marks')
  const marks = new HandMarksFile(file, null, FIRST, fail)
  marks.begin([{ leadId: 'lead', agentId: 'ada', marks: [0, 3, 7] }])
  for (let seq = 1; seq <= 40; seq++) {
    marks.put({ leadId: 'lead', agentId: 'bob', marks: [0, 0, seq] })
    marks.put({ leadId: 'lead', agentId: `agent-${seq}`, marks: [seq, 0, 0] })
    marks.write()
  }
  marks.put({ leadId: 'lead', agentId: 'ada', marks: [0, 2, 7] })
  marks.write()
  // Never written, so it never left.
  marks.put({ leadId: 'lead', agentId: 'ada', marks: [9, 9, 9] })
  return file
}

test('DL40 marks written before a kill are known after it, and an agent that is not in the file was handed nothing', () => {
  using folder = tempFolder()
  const file = written(folder.path)
  expect(told(file, FIRST)).toEqual([
    [0, 3, 7],
    [0, 0, 40],
    [0, 0, 0],
  ])
})

test('DL41 a file of another run or another start of the machine, or one that cannot be read, is not trusted', () => {
  using folder = tempFolder()
  const file = written(folder.path)
  const nothing = [null, null, null]
  expect(told(file, null)).toEqual(nothing)
  expect(told(file, { ...FIRST, runId: 'run-0' })).toEqual(nothing)
  expect(told(file, { ...FIRST, bootId: 'boot-2' })).toEqual(nothing)
  const whole = readFileSync(file)
  for (const damaged of [whole.subarray(0, 400), Buffer.alloc(600), Buffer.alloc(0)]) {
    writeFileSync(file, damaged)
    const marks = told(file, FIRST)
    // Cut off after the first line, it cannot say who else was in it.
    expect(marks.every((mark) => mark === null)).toBe(true)
  }
})

test('DL41 marks that cannot be written leave no file behind that says less', () => {
  using folder = tempFolder()
  const file = path.join(folder.path, 'hand-marks')
  const marks = new HandMarksFile(file, null, FIRST, fail)
  marks.begin([])
  expect(existsSync(file)).toBe(true)
  marks.put({ leadId: 'lead', agentId: 'x'.repeat(300), marks: [1, 1, 1] })
  marks.write()
  expect([existsSync(file), marks.of('lead', 'ada')]).toEqual([false, null])
  const without = new HandMarksFile(file, null, null, fail)
  without.begin([])
  expect([existsSync(file), without.of('lead', 'ada')]).toEqual([false, null])
})
