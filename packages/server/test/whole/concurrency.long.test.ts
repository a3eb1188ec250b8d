import { holdsWhenBusy } from '../contract/concurrency.contract'

const number = (name: string) => Number(process.env[`CREWROOM_CONCURRENCY_${name}`])

holdsWhenBusy(
  {
    seed: Number(process.env['CREWROOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31)),
    agents: number('AGENTS'),
    dashboards: number('DASHBOARDS'),
    people: 3,
    commands: number('COMMANDS'),
    kills: number('KILLS'),
    long: { often: 0.03, units: 45_000 },
    slowFor: 40_000,
  },
  600_000,
)
