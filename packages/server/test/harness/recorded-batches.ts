import type { Batch } from '../../src/journal/ports/append-port'
import type { Envelope } from '../../src/journal/facts'
import type { Sqlite } from '../../src/storage/database'
import { sendDirect } from '../../src/agents/direct-messages'
import { addMembers, leaveGroup } from '../../src/groups/change-members'
import { createGroup } from '../../src/groups/create-group'
import { markRead } from '../../src/groups/mark-read'
import { react } from '../../src/groups/react'
import { sendMessage } from '../../src/groups/send-message'
import { testCrew } from './test-crew'

/** The facts of a crew that did a little of everything, as its verbs decided them. */
export async function recordedFacts(): Promise<readonly Envelope[]> {
  await using crew = testCrew({ agents: { ada: 'architect', ben: 'developer', cleo: 'qa-tester' } })
  const { shard } = crew
  const say = (name: string, content: string, clientId?: string) =>
    sendMessage(shard, crew.crew, crew.by(name), { group: 'plan', content, clientId }).message
  createGroup(shard, crew.crew, crew.by('lead'), {
    name: 'plan',
    purpose: 'One plan for all',
    members: [crew.id('ada'), crew.id('ben')],
  })
  const first = say('ada', 'the first line')
  say('ben', 'the second line', 'client-1')
  react(shard, crew.crew, crew.by('ben'), {
    group: 'plan',
    messageId: first.id,
    emoji: '👍',
    action: 'add',
  })
  addMembers(shard, crew.crew, crew.by('human'), { group: 'plan', members: [crew.id('cleo')] })
  markRead(shard, crew.crew, crew.by('human'), { group: 'plan', seq: first.seq })
  await crew.says('cleo', '⟦⟦ GROUP_MESSAGE {"group":"plan","content":"from a program"} ⟧⟧\n')
  await crew.reads('ada')
  await crew.core.inbox.fetch(crew.id('ben'), { limit: 1 })
  sendDirect(shard, crew.crew, crew.by('ada'), {
    to: crew.id('ben'),
    content: 'between us',
    clientId: 'client-1',
  })
  leaveGroup(shard, crew.crew, crew.by('cleo'), 'plan')
  say('human', 'the last line')
  react(shard, crew.crew, crew.by('ben'), {
    group: 'plan',
    messageId: first.id,
    emoji: '👍',
    action: 'remove',
  })
  return [...crew.published]
}

/** Batches that follow each other from `after`, of `size` facts each. */
export function batchesOf(facts: readonly Envelope[], size: number, after = 0): Batch[] {
  const batches: Batch[] = []
  for (let from = 0; from < facts.length; from += size) {
    const prev = after + batches.length
    batches.push({
      v: 1,
      shard: 'main',
      epoch: 'epoch-1',
      owner: 'a-test',
      batchId: prev + 1,
      prev,
      entries: facts.slice(from, from + size),
    })
  }
  return batches
}

/**
 * Every row of every table that batches are written to, for comparing two moments or two databases. The full-text
 * index follows them in its own time.
 */
export function dump(read: (sql: string) => unknown[]): Record<string, unknown[]> {
  const tables = read(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_\\_%' escape '\\' and name not like 'search\\_%' escape '\\' order by name",
  ) as { name: string }[]
  return Object.fromEntries(
    tables.map(({ name }) => [name, read(`select * from "${name}" order by rowid`)]),
  )
}

export function dumpOf(sqlite: Sqlite): Record<string, unknown[]> {
  return dump((sql) => sqlite.prepare(sql).all())
}
