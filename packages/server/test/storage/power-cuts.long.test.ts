import { beforeAll, expect, test } from 'vitest'
import { cutPoints, startAfterEach } from '../harness/power-cut/cut-points'
import { recordable, type Recording, recordLoad } from '../harness/power-cut/recorded-load'
import { patience } from '../../../shared/test/patience'

const SEED = Number(process.env['CREWROOM_SEED'] ?? 20_260_112)
const POINTS = Number(process.env['CREWROOM_CUT_POINTS'] ?? 300)
/** More than the log takes before a checkpoint, several times over. */
const MESSAGES = 300
/** A first start is short, and was where power cuts did the most. */
const OF_FIRST_START = 1 / 3

const { cannotRecord, skipped } = recordable()
let recording: Recording

beforeAll(async () => {
  if (!cannotRecord) recording = await recordLoad(MESSAGES)
}, patience(120_000))

test.skipIf(cannotRecord)(
  `ST45, ST49 whatever a power cut leaves, the next start has everything that was told, once${skipped}`,
  async () => {
    const { calls, firstStart } = recording
    const early = Math.round(POINTS * OF_FIRST_START)
    const points = [
      ...cutPoints(recording, { from: 0, to: firstStart }, early, SEED),
      ...cutPoints(recording, { from: firstStart, to: calls.length }, POINTS - early, SEED),
    ]
    const failed = await startAfterEach(recording, points, 'all')
    process.stdout.write(
      `${points.length} power cuts within ${calls.length} calls, seed ${SEED}: ${failed.length} did not start or lost something\n`,
    )
    expect(failed).toEqual([])
  },
  60_000 + POINTS * 5_000,
)
