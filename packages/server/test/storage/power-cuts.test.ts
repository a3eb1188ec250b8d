import { beforeAll, expect, test } from 'vitest'
import { toldBefore } from '../harness/power-cut/after-cut'
import { cutPoints, startAfterEach, withoutCut } from '../harness/power-cut/cut-points'
import { recordable, type Recording, recordLoad } from '../harness/power-cut/recorded-load'

// 300 points: power-cuts.long.test.ts.
const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_260_111)
const POINTS = 6
const MESSAGES = 50

const { cannotRecord, skipped } = recordable()
let recording: Recording

beforeAll(async () => {
  if (!cannotRecord) recording = await recordLoad(MESSAGES)
})

test.skipIf(cannotRecord)(
  `ST45 a power cut at any moment of a first start leaves a folder that starts${skipped}`,
  async () => {
    const { firstStart } = recording
    expect(firstStart).toBeGreaterThan(100)
    const points = cutPoints(recording, { from: 0, to: firstStart }, POINTS, SEED)
    await startAfterEach(recording, points)
  },
)

test.skipIf(cannotRecord)(
  `ST49 after a power cut at any moment everything that was told is there, once${skipped}`,
  async () => {
    const { calls, firstStart, left, said } = recording
    // The recording itself: nothing that was done to the files, and nothing that was told, is missing in it.
    expect(withoutCut(recording)).toEqual(left)
    const all = Object.values(said).flat()
    expect(toldBefore(recording, calls.length).contents).toEqual(new Set(all))
    const points = cutPoints(recording, { from: firstStart, to: calls.length }, POINTS, SEED)
    await startAfterEach(recording, points)
  },
)
