import { NO_RUN_USAGE, type RunRecord } from '@crewroom/shared/model/run'
import { AT, LEAD } from './samples'

/** A discussion in the session `s1` of the group `team`, of ada and dora in turn. */
export function run(more: Partial<RunRecord> = {}): RunRecord {
  return {
    id: 'r1',
    leadId: LEAD,
    groupName: 'team',
    sessionId: 's1',
    policy: { kind: 'round_robin' },
    participants: ['ada', 'dora'],
    roles: {},
    goal: 'Which one?',
    terminationCondition: null,
    limits: {
      rounds: 10,
      messages: null,
      answerSeconds: 600,
      waitSeconds: 900,
      humanSeconds: null,
      onHumanTimeout: 'stop',
      tokens: null,
      usd: null,
      stall: 2,
    },
    status: 'running',
    stopReason: null,
    progress: progress(0),
    firstRound: 1,
    beginsAt: 1,
    startedBy: 'human',
    hop: 0,
    parent: null,
    depth: 0,
    summary: null,
    startedAt: AT,
    endedAt: null,
    ...more,
  }
}

export function progress(
  rounds: number,
  more: Partial<RunRecord['progress']> = {},
): RunRecord['progress'] {
  return {
    rounds,
    messages: rounds,
    usage: NO_RUN_USAGE,
    previous: null,
    idle: 0,
    failures: {},
    again: 0,
    next: null,
    upTo: rounds,
    ...more,
  }
}
