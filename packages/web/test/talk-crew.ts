import type { CreatedAgent, ServerProcess } from './server-process'
import { readInbox } from './work-crew'

export interface TalkCrew {
  readonly lead: CreatedAgent
  readonly agents: Readonly<Record<string, CreatedAgent>>
}

const PEOPLE = [
  ['Ada', 'architect'],
  ['Dora', 'developer'],
  ['Dev', 'developer'],
  ['Kay', 'developer'],
  ['Rhea', 'code-reviewer'],
  ['Quinn', 'qa-tester'],
  ['Wren', 'technical-writer'],
] as const

/** Eight agents in four groups who have talked for a while; Dora and Kay have thanked each other until they were held. */
export async function talkCrew(server: ServerProcess): Promise<TalkCrew> {
  const lead = await server.createLead('atlas-refactor')
  const agents: Record<string, CreatedAgent> = {}
  for (const [name, role] of PEOPLE) agents[name] = await createNamed(server, lead.id, name, role)
  const { Ada, Dora, Dev, Kay, Rhea, Quinn, Wren } = agents as Record<string, CreatedAgent>
  if (!Ada || !Dora || !Dev || !Kay || !Rhea || !Quinn || !Wren)
    throw new Error('not all are there')
  await server.createGroup(lead.id, 'Config Team', [Ada.id, Dora.id, Dev.id])
  await server.createGroup(lead.id, 'timeline-team', [Dora.id, Kay.id])
  await server.createGroup(lead.id, 'review-team', [Rhea.id, Quinn.id])
  await server.createGroup(lead.id, 'docs-team', [Wren.id, Ada.id])
  const say = (who: CreatedAgent, group: string, ...texts: string[]) =>
    Promise.all(texts.map((text) => server.post(who, group, text)))
  await say(Ada, 'config-team', '@Dora Extraction is on refactor/rope.', '@Dora Good. Keep the old name as an alias for now.') // prettier-ignore
  await say(Dora, 'config-team', '@Ada Three callers pass a dict, I convert them.', 'All callers are moved.') // prettier-ignore
  await say(Dev, 'config-team', '@Ada reload() keeps an old object.', '@Dora Which preset fails?')
  await say(Rhea, 'review-team', '@Quinn Please run the suite on arm64.', '@Quinn And on x86.')
  await say(Quinn, 'review-team', '@Rhea 429 too many requests, five times.')
  await say(Wren, 'docs-team', '@Ada Is `scaling=None` off?')
  for (const who of [Ada, Dora, Rhea]) await direct(server, who, lead.id, 'Done with my part.')
  for (const who of [Ada, Dora, Dev, Rhea]) await direct(server, lead, who.id, 'Next, please.')
  for (let turn = 0; turn < 14; turn++) {
    const [from, to] = turn % 2 === 0 ? [Dora, Kay] : [Kay, Dora]
    await server.post(
      from,
      'timeline-team',
      turn % 2 === 0 ? 'Thanks, will do!' : "You're welcome 👍",
    )
    await readInbox(server, to)
  }
  return { lead, agents }
}

export async function createNamed(
  server: ServerProcess,
  leadId: string,
  name: string,
  role: string,
): Promise<CreatedAgent> {
  const made = await server.call<{ agent: { id: string }; token: string }>(
    'POST',
    `/api/lead/${leadId}/agents`,
    { role, name },
  )
  return { id: made.agent.id, token: made.token }
}

export function direct(
  server: ServerProcess,
  from: CreatedAgent,
  to: string,
  content: string,
): Promise<void> {
  return server.say(from, 'AGENT_MESSAGE', { to: to.slice(0, 8), content })
}
