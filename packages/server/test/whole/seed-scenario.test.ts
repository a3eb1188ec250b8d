import { expect, test, vi } from 'vitest'
import type * as Ids from '../../src/ids'
import { openForReading } from '../../src/storage/database'
import { TestServer } from '../harness/test-server'

/** The short ids of the seed, in the order in which its agents appear; `lead1234` in hexadecimal. */
const agentIds = vi.hoisted(() => ['1ead1234', 'abc12345', 'def67890', 'c0de1111'])
vi.mock('../../src/ids', async (original) => {
  const { randomIds } = await original<typeof Ids>()
  const tail = '-0000-4000-8000-000000000004'
  return { randomIds: { ...randomIds, agent: () => `${agentIds.shift() ?? 'ffffffff'}${tail}` } }
})

const LEAD = 'Project Lead (1ead1234)'
const DEV = 'Developer (abc12345)'
const ARCH = 'Architect (def67890)'
const REVIEWER = 'Code Reviewer (c0de1111)'
const GROUP = 'Group "config-team"'

const CONSTRAINT =
  'Important: _configs.py has breaking changes in progress. Coordinate before editing.'
const UNDERSTOOD =
  "Understood. I'll wait for Architect to finish the RoPEConfig extraction before I touch _configs.py."
const PATTERN = 'I found a pattern we should all follow...'

/** A crew whose agents all wait for what comes, and what each of them was ever handed. */
async function seedCrew(server: TestServer) {
  const agents = { dev: 'developer', arch: 'architect', reviewer: 'code-reviewer' }
  const crew = await server.crew('atlas', agents, { areNamed: false })
  const heard: Record<string, string[]> = { lead: [], dev: [], arch: [], reviewer: [] }
  const api = (who: string) => `/api/agents/${crew.ids[who]}`
  const read = async (who: string) => {
    const token = crew.tokens[who] ?? null
    const { body } = await server.call('GET', `${api(who)}/inbox`, undefined, { token })
    await server.call('POST', `${api(who)}/inbox/ack`, { cursor: body['cursor'] }, { token })
    for (const item of body['deliveries'] as { kind: string; text: string }[]) {
      heard[who]?.push(`${item.kind}: ${item.text}`)
    }
  }
  const everyoneReads = async () => {
    for (const who of Object.keys(heard)) await read(who)
  }
  const says = async (who: string, text: string) => {
    const { body } = await server.call(
      'POST',
      `${api(who)}/output`,
      { text },
      {
        token: crew.tokens[who] ?? null,
      },
    )
    await everyoneReads()
    return body['results'] as readonly { ok: boolean; reply: string }[]
  }
  // From here on everyone is connected, as in the seed: no confirmation has a second sentence.
  await everyoneReads()
  return { ...crew, heard, says }
}

/** What a table of the group holds, without the columns that the seed does not know. */
function rowsOf(server: TestServer, table: string, columns: string, order: string): unknown[] {
  const tables = openForReading(server.data.database)
  try {
    return tables.prepare(`select ${columns} from ${table} order by ${order}`).raw().all()
  } finally {
    tables.close()
  }
}

/** The seed's tables, its columns in its order and which of them are the key. */
const SEED_TABLES = {
  chat_groups: ['name*', 'lead_id*', 'archived', 'created_at'],
  chat_group_members: ['group_name*', 'lead_id*', 'agent_id*', 'added_at'],
  chat_group_messages: [
    'id*',
    'group_name',
    'lead_id',
    'from_agent_id',
    'from_role',
    'content',
    'timestamp',
  ],
}

test('SD2 the seed’s tables have its columns, keys and index', async () => {
  await using server = await TestServer.start()
  const tables = openForReading(server.data.database)
  for (const [table, columns] of Object.entries(SEED_TABLES)) {
    const found = tables.pragma(`table_info(${table})`) as { name: string; pk: number }[]
    const named = found.map(({ name, pk }) => (pk > 0 ? `${name}*` : name))
    expect(named.filter((name) => columns.includes(name))).toEqual(columns)
    expect(named.filter((name) => name.endsWith('*'))).toEqual(
      columns.filter((name) => name.endsWith('*')),
    )
  }
  const index = tables.pragma('index_info(idx_group_messages_group)') as { name: string }[]
  expect(index.slice(0, 2).map(({ name }) => name)).toEqual(['group_name', 'lead_id'])
  tables.close()
})

test('SD1, SD2 the seed’s Example Usage, word for word, in every inbox and in the tables', async () => {
  await using server = await TestServer.start()
  const { leadId, ids, heard, says } = await seedCrew(server)
  const [dev = '', arch = '', reviewer = ''] = ['dev', 'arch', 'reviewer'].map((who) => ids[who])

  await says(
    'lead',
    'I\'ll create a team for the config work.\n⟦⟦ CREATE_GROUP {"name": "config-team", "members": ["abc12345", "def67890"]} ⟧⟧',
  )
  await says(
    'lead',
    `Let the team know about the constraint.\n⟦⟦ GROUP_MESSAGE {"group": "config-team", "content": "${CONSTRAINT}"} ⟧⟧`,
  )
  await says('dev', `⟦⟦ GROUP_MESSAGE {"group": "config-team", "content": "${UNDERSTOOD}"} ⟧⟧`)

  const page = await server.call('GET', `/api/lead/${leadId}/groups/config-team/messages`)
  const [constraint] = page.body['messages'] as { id: string }[]
  const react = `⟦⟦ REACT {"group": "config-team", "messageId": "${constraint?.id}", "emoji": "👍"} ⟧⟧`
  await says('arch', react)
  await says('dev', `${react}\n`)
  // Reacting with the same emoji a second time removes it.
  await says('dev', `${react}\n`)
  await says('lead', '⟦⟦ QUERY_GROUPS ⟧⟧')
  await says('lead', '⟦⟦ ADD_TO_GROUP {"group": "config-team", "members": ["c0de1111"]} ⟧⟧')
  await says('reviewer', `⟦⟦ GROUP_MESSAGE {"group": "config-team", "content": "${PATTERN}"} ⟧⟧`)
  await says('lead', '⟦⟦ REMOVE_FROM_GROUP {"group": "config-team", "members": ["def67890"]} ⟧⟧')
  await says('arch', '⟦⟦ LIST_GROUPS ⟧⟧')
  await says('arch', '⟦⟦ GROUP_MESSAGE {"group": "config-team", "content": "Still here"} ⟧⟧')
  await says('lead', '⟦⟦ REMOVE_FROM_GROUP {"group": "config-team", "members": ["1ead1234"]} ⟧⟧')

  const joined = `system: [System] You've been added to group "config-team". Members: ${LEAD}, ${DEV}, ${ARCH}.`
  expect(heard).toEqual({
    lead: [
      'reply: [System] Group "config-team" created with 3 members (you + Developer abc12345 + Architect def67890).',
      'reply: [System] Message delivered to 2 group members.',
      `group: [${GROUP} — ${DEV}]: ${UNDERSTOOD}`,
      `reply: [System] Your groups (1):\n- "config-team" (3 members: ${LEAD}, ${DEV}, ${ARCH}) · 2 messages · last #2 ${DEV}: ${UNDERSTOOD}`,
      `reply: [System] Added to group "config-team": ${REVIEWER}.`,
      `group: [${GROUP} — ${REVIEWER}]: ${PATTERN}`,
      `reply: [System] Removed from group "config-team": ${ARCH}.`,
      'reply: [System] REMOVE_FROM_GROUP refused: the lead is in every group of its crew and cannot be removed from "config-team".',
    ],
    dev: [
      joined,
      `group: [${GROUP} — ${LEAD}]: ${CONSTRAINT}`,
      'reply: [System] Message delivered to 2 group members.',
      'reply: [System] Reacted 👍 to #1 in group "config-team".',
      'reply: [System] Removed 👍 from #1 in group "config-team".',
      `group: [${GROUP} — ${REVIEWER}]: ${PATTERN}`,
    ],
    arch: [
      joined,
      `group: [${GROUP} — ${LEAD}]: ${CONSTRAINT}`,
      `group: [${GROUP} — ${DEV}]: ${UNDERSTOOD}`,
      'reply: [System] Reacted 👍 to #1 in group "config-team".',
      `group: [${GROUP} — ${REVIEWER}]: ${PATTERN}`,
      `system: [System] You've been removed from group "config-team" by ${LEAD}.`,
      'reply: [System] You are in no group. Create one: [[ CREATE_GROUP {"name":"...","members":["..."],"purpose":"..."} ]]',
      'reply: [System] GROUP_MESSAGE refused: you are not a member of "config-team". You are in no group.',
    ],
    reviewer: [
      [
        `history: [System] You've been added to group "config-team". Members: ${LEAD}, ${DEV}, ${ARCH}, ${REVIEWER}.`,
        'Recent messages:',
        `#1 [${GROUP} — ${LEAD}]: ${CONSTRAINT}`,
        `#2 [${GROUP} — ${DEV}]: ${UNDERSTOOD}`,
      ].join('\n'),
      'reply: [System] Message delivered to 3 group members.',
    ],
  })

  await server.stop()
  expect(rowsOf(server, 'chat_groups', 'name, lead_id, archived', 'name')).toEqual([
    ['config-team', leadId, 0],
  ])
  expect(
    rowsOf(server, 'chat_group_members', 'group_name, lead_id, agent_id', 'joined_seq, position'),
  ).toEqual([leadId, dev, reviewer].map((id) => ['config-team', leadId, id]))
  const message = 'group_name, lead_id, from_agent_id, from_role, content'
  expect(rowsOf(server, 'chat_group_messages', message, 'seq')).toEqual([
    ['config-team', leadId, leadId, 'Project Lead', CONSTRAINT],
    ['config-team', leadId, dev, 'Developer', UNDERSTOOD],
    ['config-team', leadId, reviewer, 'Code Reviewer', PATTERN],
  ])
  expect(rowsOf(server, 'chat_group_reactions', 'message_id, emoji, agent_id', 'seq')).toEqual([
    [constraint?.id, '👍', arch],
  ])
})
