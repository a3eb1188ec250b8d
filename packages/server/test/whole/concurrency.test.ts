import { expect, test } from 'vitest'
import { holdsWhenBusy } from '../contract/concurrency.contract'
import { checkRun } from '../harness/concurrency/checker/check-run'
import { TAMPERINGS } from '../harness/concurrency/tamperings'

const run = holdsWhenBusy(
  {
    seed: Number(process.env['CREWROOM_SEED'] ?? 20_261_122),
    agents: 4,
    dashboards: 5,
    people: 2,
    commands: 40,
    kills: 0,
    long: { often: 0, units: 0 },
    slowFor: 300,
  },
  60_000,
)

test.each(Object.entries(TAMPERINGS))(
  'ST80, WS31 the check of it finds %s',
  (_name, [check, tamper]) => {
    const { log, stored } = structuredClone(run())
    tamper(log as Parameters<typeof tamper>[0], stored as Parameters<typeof tamper>[1])
    expect(checkRun(log, stored)[check]).not.toEqual([])
  },
)
