import { afterAll, beforeAll, expect, test } from 'vitest'
import { BusyCrew, type Busyness } from '../harness/concurrency/busy-crew'
import { checkRun, type Found } from '../harness/concurrency/checker/check-run'
import { readStored, type Stored } from '../harness/concurrency/checker/stored'
import type { RunLog } from '../harness/concurrency/run-log'

/** A run, and what the checker found in it. */
export interface CheckedRun {
  readonly log: RunLog
  readonly stored: Stored
  readonly found: Found
}

/** Many at work on one server at once, whose connections break anywhere; then everything is as it was promised. */
export function holdsWhenBusy(busyness: Busyness, withinMs: number): () => CheckedRun {
  const crew = new BusyCrew(busyness)
  let run: CheckedRun

  beforeAll(async () => {
    const log = await crew.run()
    const stored = readStored(crew.file, log.leadId)
    run = { log, stored, found: checkRun(log, stored) }
    report(busyness, run)
  }, withinMs)
  afterAll(() => crew[Symbol.asyncDispose]())

  test('ST80, ST24, CM19, GR10, CO6 what was acknowledged is stored once, in the order of its sender, and nothing else is', () => {
    expect(run.found.senders).toEqual([])
  })

  test('WS31, WS6, WS8, WS13 whoever follows is sent every event once, in order, and as others are', () => {
    expect(run.found.dashboards).toEqual([])
  })

  test('ST80, DL2, DL3, DL5, CM18, WS15 who is owed something is handed it, in order, and told of repeats', () => {
    expect(run.found.inboxes).toEqual([])
  })

  test('DL1, GR14, RE16, RE18, SL6 receipts, marks, pages and counts are those of what happened', () => {
    expect(run.found.marks).toEqual([])
  })

  test('ST30, GR9 the file is whole', () => {
    expect(run.found.file).toEqual([])
  })

  return () => run
}

function report({ seed, agents, people, kills }: Busyness, { log, stored }: CheckedRun): void {
  const connections = log.dashboards.flatMap((dashboard) => dashboard.connections)
  const events = connections.flatMap(({ frames }) => frames.filter((frame) => 'seq' in frame))
  const handed = log.agents.flatMap((agent) => agent.handed)
  process.stdout.write(
    `${agents} agents, ${people} people, ${log.dashboards.length} dashboards, ${kills} kills, seed ${seed}: ` +
      `${stored.facts.length} facts, ${stored.messages.length} messages, ${stored.directs.length} direct; ` +
      `${connections.length} connections of dashboards with ${events.length} events; ` +
      `${handed.length} items handed over, ${handed.filter(({ repeat }) => repeat).length} of them repeats\n`,
  )
}
