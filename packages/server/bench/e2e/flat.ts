import { rmSync } from 'node:fs'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { type ManyMessages, manyMessages } from '../many-messages'
import { type BenchResult, median, round } from '../measure'
import { GROUP } from './crowd'
import { productCrowd, type Setting } from './product'
import { runLoad } from './run-load'

const SHAPE = { agents: 5, dashboards: 1 }
const LOAD = { inFlight: 20 }
const ROUNDS = 5
const MS = 1_000
const WARM_UP_MS = 3_000
const BOUND = 1.3
/** Below the limit of replies in one group, and below the share that one agent may have of it. */
const A_FEW = LIMITS.replies / 2

/** What must not make a message cost more: groups, messages of before, and a high limit of replies. */
export async function flatness(): Promise<BenchResult[]> {
  const results = [
    await cpuRatio('1,000 groups of the members ÷ of 1', {}, { groups: LIMITS.groupsPerLead }),
    // With the limit at its default, agents that answer each other all the time must go elsewhere.
    await cpuRatio(
      'replyLimit at its maximum, all in 1 of 1,000 groups ÷ at its default, in turn',
      {
        environment: { CREWROOM_REPLY_LIMIT: String(LIMITS.replies) },
        groups: LIMITS.groupsPerLead,
        moveOnAfter: A_FEW,
      },
      { groups: LIMITS.groupsPerLead },
    ),
  ]
  const few = await manyMessages({ [GROUP]: 1_000 }, true)
  const many = await manyMessages({ [GROUP]: 1_000_000 }, true)
  try {
    const ofStored = (stored: ManyMessages): Setting => ({ stored })
    results.push(await cpuRatio('1 M messages stored before ÷ 1 k', ofStored(few), ofStored(many)))
  } finally {
    for (const { folder } of [few, many]) rmSync(folder, { recursive: true, force: true })
  }
  return results
}

/** Both servers run at the same time and are asked in turn. */
async function cpuRatio(what: string, little: Setting, much: Setting): Promise<BenchResult> {
  const crowds = [
    await productCrowd('agent', SHAPE, little),
    await productCrowd('agent', SHAPE, much),
  ]
  const cpu: number[][] = crowds.map(() => [])
  try {
    for (const crowd of crowds) await runLoad(crowd, LOAD, WARM_UP_MS)
    for (let n = 0; n < ROUNDS; n++) {
      for (const [at, crowd] of crowds.entries()) {
        cpu[at]?.push((await runLoad(crowd, LOAD, MS)).cpu)
      }
    }
  } finally {
    for (const crowd of crowds) await crowd.close()
  }
  const [least, most] = cpu.map(median)
  const ratio = (most ?? Number.NaN) / (least ?? Number.NaN)
  const all = (values: readonly number[] | undefined) => values?.map(Math.round).join(' ') ?? ''
  return {
    name: `CPU per message, ${what}`,
    ratio: round(ratio),
    bound: `at most ${BOUND}`,
    ok: ratio <= BOUND,
    detail: { 'CPU µs with little': all(cpu[0]), 'CPU µs with much': all(cpu[1]) },
  }
}
