import type { RolloutEntry } from '@crewroom/shared/model/rollout'
import { DEMO_OUTCOME } from './crew'
import type { CrewFolder } from './crew-folder'
import { difference } from './difference'
import { checkDiscussion } from './discussed'
import { DEMO_DISCUSSION } from './discussion'
import { checkHeard } from './heard'
import { checkRollouts } from './recorded'
import { readTables, type Tables } from './tables'
import { DEMO_TALK } from './talk'
import { checkTalk } from './talked'
import { checkTeam } from './team'

export interface Outcome {
  readonly groups: number
  readonly messages: number
  readonly reactions: number
  readonly archived: number
  /** What is not as it must be; empty when everything is. */
  readonly wrong: readonly string[]
}

/** Where it can be seen what a sample crew did. */
export interface Evidence {
  readonly database: string
  readonly leadId: string
  /** What its programs noted. */
  readonly folder: CrewFolder
  /** What the server recorded of an agent. */
  readonly rollout: (agentId: string) => Promise<readonly RolloutEntry[]>
}

/**
 * Compares what the sample crew left with what it must have left: exactly those rows in the database, what each
 * program was handed, and what was recorded of it.
 */
export async function checkOutcome({
  database,
  leadId,
  folder,
  rollout,
}: Evidence): Promise<Outcome> {
  const tables = readTables(database, leadId)
  const wrong = checkTables(tables)
  // The rest takes longer, and refers to rows that must be there.
  if (wrong.length === 0) {
    wrong.push(
      ...checkHeard(tables, folder),
      ...checkTeam(tables, folder),
      ...checkDiscussion(tables, folder),
      ...checkTalk(tables, folder),
      ...(await checkRollouts(tables, folder, rollout)),
    )
  }
  return {
    groups: tables.groups.length,
    messages: tables.messages.length,
    reactions: tables.reactions.length,
    archived: tables.groups.filter((group) => group.archived === 1).length,
    wrong,
  }
}

function checkTables(tables: Tables): string[] {
  const expected = DEMO_OUTCOME
  const groups = Object.entries(expected.groups)
  return [
    ...difference(
      'group',
      groups.map(([name, { createdBy, purpose }]) => `${name} by ${createdBy}: ${purpose}`),
      tables.groups.map(
        ({ name, createdBy, auto, purpose }) =>
          `${name} by ${createdBy}${auto === 1 ? ', automatically' : ''}: ${purpose}`,
      ),
    ),
    ...difference(
      'member',
      groups.flatMap(([group, { members }]) => members.map((member) => `${group}: ${member}`)),
      tables.members.map((row) => `${row.group}: ${row.agent}`),
    ),
    ...difference(
      'message',
      Object.entries(expected.messages).flatMap(([group, list]) =>
        list.map(([who, content], index) => `${group} #${index + 1} ${who}: ${content}`),
      ),
      tables.messages.map((row) => `${row.group} #${row.n} ${row.from}: ${row.content}`),
    ),
    ...difference(
      'session',
      [DEMO_DISCUSSION.title, DEMO_DISCUSSION.nested.goal, DEMO_TALK.title],
      [...new Set(tables.talks.map(({ title }) => title))],
    ),
    ...difference(
      'reaction',
      expected.reactions.map(([group, n, emoji, who]) => `${group} #${n} ${emoji} ${who}`),
      tables.reactions.map((row) => `${row.group} #${row.n} ${row.emoji} ${row.agent}`),
    ),
    ...sequence(
      'task',
      expected.tasks.map(([by, to, text, status, summary]) =>
        [by, to, text, status, summary ?? ''].join(' | '),
      ),
      tables.tasks.map(({ by, to, text, status, summary }) =>
        [by, to, text, status, summary ?? ''].join(' | '),
      ),
    ),
    ...sequence(
      'direct message',
      expected.direct.map((message) => message.join(' | ')),
      tables.direct.map(({ kind, from, to, content }) => [kind, from, to, content].join(' | ')),
    ),
    ...difference(
      'need',
      expected.needs.map(([kind, who]) => `${kind} of ${who}`),
      tables.needs.map(({ kind, agent }) => `${kind} of ${agent}`),
    ),
    ...[...tables.agents.values()].flatMap(({ name }) =>
      sequence(
        `life of ${name}`,
        expected.lives[name] ?? [],
        tables.lives.filter(({ agent }) => agent === name).map(({ event }) => event),
      ),
    ),
    ...tables.groups
      .filter(({ archived }) => archived === 1)
      .map(({ name }) => `${name} is archived in the end`),
    ...checkEnds(
      expected.interrupted,
      tables.turns
        .filter(({ agent }) => agent === expected.interrupted)
        .map(({ ended }) => ended ?? 'open'),
    ),
    ...tables.turns.flatMap((turn) => checkTurn(turn)),
    ...expected.told
      .filter(
        ([who, text]) => !tables.told.some((row) => row.agent === who && row.text.startsWith(text)),
      )
      .map(([who, text]) => `not handed to ${who}: ${text}`),
    ...tables.waiting.map(({ agent, kind }) => `still waits for ${agent}: ${kind}`),
  ]
}

/** One prompt was cancelled, and one was answered after it. How many came before depends on what came together. */
function checkEnds(name: string, ends: readonly string[]): string[] {
  const at = ends.indexOf('cancelled')
  const isRight = ends.every((end, index) => end === (index === at ? 'cancelled' : 'end_turn'))
  return isRight && at === ends.length - 2
    ? []
    : [`the prompts of ${name} ended with ${ends.join(', ')}`]
}

function checkTurn({ agent, driver, ended, usage }: Tables['turns'][number]): string[] {
  if (ended === null) return [`a turn of ${agent} is open`]
  if (driver !== 'acp') return []
  const { totalTokens } = JSON.parse(usage ?? '{}') as { totalTokens?: unknown }
  return typeof totalTokens === 'number' && totalTokens > 0
    ? []
    : [`a turn of ${agent} does not say what it used`]
}

/** What is wrong with a list whose order counts. */
function sequence(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const length = Math.max(expected.length, found.length)
  for (let at = 0; at < length; at++) {
    if (expected[at] === found[at]) continue
    return [`${what} ${at + 1} is ${found[at] ?? 'missing'}, not ${expected[at] ?? 'there'}`]
  }
  return []
}
