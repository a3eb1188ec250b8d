import path from 'node:path'
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

/** An agent with a task whose program behaves as one of the server's test programs. */
export async function createAgentOf(
  server: ServerProcess,
  leadId: string,
  behaviour: 'never-closes-its-task' | 'reports-usage',
): Promise<string> {
  const programs = path.join(import.meta.dirname, '../../server/test/harness/programs')
  const args = [path.join(programs, `${behaviour}.mjs`)]
  const driver = { kind: 'acp', command: process.execPath, args }
  const task = 'Move the parser to src/lib.ts.'
  const { agent } = await server.call<{ agent: { id: string } }>(
    'POST',
    `/api/lead/${leadId}/agents`,
    { role: 'architect', driver, task },
  )
  return agent.id
}

/** Something of everything that a crew can hold: groups, words outside of them, tasks and what needs a person. */
export async function fillWorkCrew(
  server: ServerProcess,
  { lead, dev, qa }: WorkCrew,
): Promise<void> {
  const broadcast = `/api/lead/${lead.id}/broadcast`
  await server.call('POST', broadcast, { content: 'Freeze is at **18:00**. Tell me what is open.' })
  await server.say(dev, 'AGENT_MESSAGE', {
    to: qa.id,
    content: 'The parser is on `refactor/parser`. Please run the slow tests.',
  })
  await server.say(qa, 'AGENT_MESSAGE', { to: dev.id, content: 'Running. 214 tests, 4 minutes.' })
  const toDev = `/api/agents/${dev.id}`
  await server.call('POST', `${toDev}/messages`, {
    content: 'Which call sites does `RoPEConfig` still have?',
  })
  await server.say(dev, 'AGENT_MESSAGE', {
    to: 'human',
    content: 'Twelve. Does `scaling=None` mean *off* or *inherit from base*? Both read naturally.',
  })
  await server.call('POST', `${toDev}/interrupt`, { content: 'Stop: main is broken.' })
  await server.say(lead, 'DELEGATE', { to: dev.id, task: 'Extract `RoPEConfig` from _configs.py.' })
  await server.say(dev, 'COMPLETE_TASK', {
    summary:
      'Done on `refactor/rope`:\n\n- 12 call sites\n- no behaviour change\n\nTests are green.',
  })
  await server.say(lead, 'DELEGATE', {
    to: qa.id,
    task: 'Run the suite on arm64 three times and list what is flaky.',
    context: 'The runners are in the lab.',
  })
  await server.say(qa, 'COMPLETE_TASK', {
    status: 'failed',
    summary: 'The arm64 runner is out of disk; 3 of 214 tests could not be run.',
  })
  await server.say(lead, 'DELEGATE', { to: dev.id, task: 'Write the migration note.' })
  await server.say(lead, 'DELEGATE', { to: qa.id, task: 'Check the docs for the old name.' })
  await server.createGroup(lead.id, 'thanks', [dev.id, qa.id])
  await talkInCircles(server, 'thanks', dev, qa)
  await server.createGroup(lead.id, 'config-team', [dev.id, qa.id])
  await server.post(
    qa,
    'config-team',
    '@human one decision for you: keep the old name as an alias?',
  )
  await createBrokenAgent(server, lead.id, 'architect')
}
