import type { Reply, Running } from './running'

/**
 * All that a person is shown of what is stored about these crews: every list and document, by its address. `isBrief`: without
 * what is told of each agent and of each message.
 */
export async function seenOn(
  { ask, text }: Running,
  leadIds: readonly string[],
  { isBrief = false } = {},
): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  const see = async (address: string): Promise<Reply> => {
    const reply = await ask('GET', address)
    seen[address] = reply
    return reply
  }
  const all = (at: string, names: readonly string[]) =>
    Promise.all(names.map((name) => see(at + name)))

  await Promise.all(leadIds.map((id) => crewAt(id)))
  return seen

  async function crewAt(id: string): Promise<void> {
    const crew = `/api/lead/${id}`
    await all(crew, OF_A_CREW)
    const { agents } = seen[`${crew}/agents`] as Reply
    const { groups } = await see(`${crew}/groups?archived=all`)
    await Promise.all([
      ...(isBrief ? [] : (agents as Reply[])).map(({ id: agentId }) =>
        all(`/api/agents/${agentId}`, OF_AN_AGENT),
      ),
      ...(groups as Reply[]).map(({ id: groupId, name }) =>
        groupAt(`${crew}/groups/${name}`, groupId),
      ),
    ])
    const { runs } = await see(`/api/runs?status=all&lead=${id}`)
    for (const run of runs as Reply[]) {
      await see(`/api/runs/${run['id']}`)
      seen[`/api/runs/${run['id']}/export`] = await text(`/api/runs/${run['id']}/export`)
    }
  }

  async function groupAt(at: string, id: string): Promise<void> {
    await all(at, OF_A_GROUP)
    const { messages } = seen[`${at}/messages?limit=200`] as Reply
    for (const { id: messageId, editedAt } of messages as Reply[]) {
      if (!isBrief) await see(`${at}/messages/${messageId}/receipts`)
      if (editedAt !== undefined) await see(`${at}/messages/${messageId}/versions`)
    }
    const chat = `/api/group-chats/${id}`
    const { sessions } = await see(`${at}/sessions?status=all`)
    for (const session of sessions as Reply[]) {
      await all(`${at}/sessions/${session['id']}`, ['', '/messages?limit=200', '/rounds'])
      await see(`${chat}/sessions/${session['id']}/messages`)
    }
    const [{ files }] = await all(chat, ['/files', '/pictures', '/members'])
    for (const { name } of files as Reply[]) {
      const refused = (error: Error) => error.message
      seen[`${chat}/files/${name}`] = await text(`${chat}/files/${name}`).catch(refused)
    }
  }
}

const OF_A_CREW = [
  '/snapshot',
  '/agents',
  '/tasks',
  '/comms',
  '/needs',
  '/budgets',
  '/permission-rules',
  '/invites',
  '/admissions',
  '/mentions',
  '/talk',
  '/usage',
]
const OF_AN_AGENT = ['/owed', '/rollout']
const OF_A_GROUP = ['', '/messages?limit=200', '/timeline?limit=200', '/pinned']
