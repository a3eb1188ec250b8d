import Database from 'better-sqlite3'
import { DEMO_OUTCOME } from './crew'

export interface Outcome {
  readonly groups: number
  readonly messages: number
  readonly reactions: number
  readonly archived: number
  /** What is not as it must be; empty when everything is. */
  readonly wrong: readonly string[]
}

/** Compares the database with what the sample crew must have left in it: exactly those rows. */
export function checkOutcome(file: string): Outcome {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const names = new Map(
      (db.prepare('select id, name from agents').all() as { id: string; name: string }[]).map(
        (agent) => [agent.id, agent.name],
      ),
    )
    const name = (id: string) => names.get(id) ?? id
    const groups = (
      db.prepare('select name, created_by as createdBy, archived from chat_groups').all() as {
        name: string
        createdBy: string
        archived: number
      }[]
    ).map((group) => ({ ...group, createdBy: name(group.createdBy) }))
    const members = (
      db.prepare('select group_name as g, agent_id as id from chat_group_members').all() as {
        g: string
        id: string
      }[]
    ).map((row) => `${row.g}: ${name(row.id)}`)
    const messages = (
      db
        .prepare('select group_name as g, n, from_agent_id as id, content from chat_group_messages')
        .all() as { g: string; n: number; id: string; content: string }[]
    ).map((row) => `${row.g} #${row.n} ${name(row.id)}: ${row.content}`)
    const reactions = (
      db
        .prepare(
          'select m.group_name as g, m.n as n, r.emoji as emoji, r.agent_id as id from chat_group_reactions r join chat_group_messages m on m.id = r.message_id',
        )
        .all() as { g: string; n: number; emoji: string; id: string }[]
    ).map((row) => `${row.g} #${row.n} ${row.emoji} ${name(row.id)}`)
    const told = (
      db
        .prepare(
          "select agent_id as id, json_extract(content, '$.text') as text from deliveries where kind = 'reply' and turn_id is not null",
        )
        .all() as { id: string; text: string }[]
    ).map((row) => `${name(row.id)} ${row.text}`)

    const expected = DEMO_OUTCOME
    const wrong = [
      ...difference(
        'group',
        Object.entries(expected.groups).map(([group, { createdBy }]) => `${group} by ${createdBy}`),
        groups.map((group) => `${group.name} by ${group.createdBy}`),
      ),
      ...difference(
        'member',
        Object.entries(expected.groups).flatMap(([group, { members: who }]) =>
          who.map((member) => `${group}: ${member}`),
        ),
        members,
      ),
      ...difference(
        'message',
        Object.entries(expected.messages).flatMap(([group, list]) =>
          list.map(([who, content], index) => `${group} #${index + 1} ${who}: ${content}`),
        ),
        messages,
      ),
      ...difference(
        'reaction',
        expected.reactions.map(([group, n, emoji, who]) => `${group} #${n} ${emoji} ${who}`),
        reactions,
      ),
      ...expected.told
        .filter(([who, text]) => !told.some((line) => line.startsWith(`${who} ${text}`)))
        .map(([who, text]) => `not handed to ${who}: ${text}`),
    ]
    return {
      groups: groups.length,
      messages: messages.length,
      reactions: reactions.length,
      archived: groups.filter((group) => group.archived === 1).length,
      wrong,
    }
  } finally {
    db.close()
  }
}

function difference(what: string, expected: readonly string[], found: readonly string[]): string[] {
  const seen = new Set(found)
  const wanted = new Set(expected)
  return [
    ...expected.filter((row) => !seen.has(row)).map((row) => `missing ${what}: ${row}`),
    ...found.filter((row) => !wanted.has(row)).map((row) => `unexpected ${what}: ${row}`),
    ...(found.length === seen.size ? [] : [`a ${what} is there twice`]),
  ]
}
