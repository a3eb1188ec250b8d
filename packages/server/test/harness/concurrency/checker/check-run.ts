import type { RunLog } from '../run-log'
import { checkDashboards } from './check-dashboards'
import { checkFile } from './check-file'
import { checkInboxes } from './check-inboxes'
import { checkMarks } from './check-marks'
import { checkSenders } from './check-senders'
import type { Stored } from './stored'

/** More of the same help nobody. */
const SHOWN = 20

export const CHECKS = {
  senders: checkSenders,
  dashboards: checkDashboards,
  inboxes: checkInboxes,
  marks: checkMarks,
  file: (_log: RunLog, stored: Stored) => checkFile(stored),
} as const

export type Found = Readonly<Record<keyof typeof CHECKS, readonly string[]>>

/**
 * What is wrong with a run, from the logs of its clients and the file alone. Written from SPEC.md, and it imports no code
 * of the product: what both would misunderstand in the same way must not pass.
 */
export function checkRun(log: RunLog, stored: Stored): Found {
  const found = Object.entries(CHECKS).map(([name, check]) => [name, some(check(log, stored))])
  return Object.fromEntries(found) as Found
}

function some(problems: Iterable<string>): string[] {
  const shown: string[] = []
  for (const problem of problems) if (shown.push(problem) === SHOWN) break
  return shown
}
