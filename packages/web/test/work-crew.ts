import type { CreatedAgent, ServerProcess } from './server-process'

/** A crew in which something waits for a person, something was said outside of groups, and something went wrong. */
export interface WorkCrew {
  readonly lead: CreatedAgent
  readonly dev: CreatedAgent
  readonly qa: CreatedAgent
}

export async function createWorkCrew(server: ServerProcess, name: string): Promise<WorkCrew> {
  const lead = await server.createLead(name)
  const dev = await server.createAgent(lead.id, 'developer')
  const qa = await server.createAgent(lead.id, 'qa-tester')
  return { lead, dev, qa }
}

/** All that an agent is owed, confirmed as its program does between two turns. */
export async function readInbox(server: ServerProcess, agent: CreatedAgent): Promise<string[]> {
  const path = `/api/agents/${agent.id}/inbox`
  const texts: string[] = []
  for (let more = true; more;) {
    const page = await server.call<{
      deliveries: { text: string }[]
      cursor: string
      more: boolean
    }>('GET', path, undefined, agent.token)
    texts.push(...page.deliveries.map(({ text }) => text))
    await server.call('POST', `${path}/ack`, { cursor: page.cursor }, agent.token)
    more = page.more
  }
  return texts
}

/** Two agents thank each other until the server holds their group. */
export async function talkInCircles(
  server: ServerProcess,
  group: string,
  one: CreatedAgent,
  other: CreatedAgent,
): Promise<void> {
  await readInbox(server, one)
  await readInbox(server, other)
  for (let turn = 0; turn < 24; turn++) {
    const [from, to] = turn % 2 === 0 ? [one, other] : [other, one]
    await server.post(from, group, turn % 2 === 0 ? 'Thanks, will do!' : "You're welcome 👍")
    await readInbox(server, to)
  }
}

/** An agent whose program cannot be started. */
export async function createBrokenAgent(
  server: ServerProcess,
  leadId: string,
  role: string,
): Promise<string> {
  const { agent } = await server.call<{ agent: { id: string } }>(
    'POST',
    `/api/lead/${leadId}/agents`,
    { role, driver: { kind: 'pipe', command: '/nowhere/agent', args: [] } },
  )
  // A message is a reason to start it.
  await server.call('POST', `/api/agents/${agent.id}/messages`, { content: 'Begin.' })
  return agent.id
}
