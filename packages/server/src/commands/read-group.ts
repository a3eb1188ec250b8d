import { TEXT } from '@crewroom/shared/text/catalogue'
import { groupOf } from '../groups/lookup'
import { findMessage } from '../groups/react'
import { pageOf } from '../groups/read-messages'
import { assertMay } from '../groups/rights'
import { answer, type CommandHandler } from './command-handler'

const DEFAULT_LIMIT = 20

export const readGroupCommand: CommandHandler<'READ_GROUP'> = {
  name: 'READ_GROUP',
  run({ shard, crew, by }, payload) {
    const group = groupOf(crew, payload.group, by.actor)
    assertMay('read', crew, group, by.actor)
    const before =
      payload.before === undefined
        ? undefined
        : findMessage(shard, crew, group, payload.before, by).seq
    const page = pageOf(shard, crew, by, group, {
      group: group.name,
      limit: payload.limit ?? DEFAULT_LIMIT,
      before,
    })
    // The tables may be a moment behind memory: what is newer is added from there.
    const shown = new Map(page.messages.map((message) => [message.id, message]))
    for (const message of crew.window(group.name).messages) {
      const visible =
        by.actor.kind !== 'agent' ||
        by.actor.id === crew.state.lead.id ||
        crew.memberships.sees(by.actor.id, group.name, message.seq)
      if (visible && (before === undefined || message.seq < before)) shown.set(message.id, message)
    }
    const newest = [...shown.values()]
      .sort((a, b) => a.seq - b.seq)
      .slice(-(payload.limit ?? DEFAULT_LIMIT))
    const lines = newest.map((message) =>
      TEXT.historyLine(
        group.name,
        { id: message.from, roleName: message.fromRole },
        message.n,
        message.content,
      ),
    )
    return answer(TEXT.read(group.name, lines, page.hasBefore || shown.size > newest.length))
  },
}
