import type { Answer, Outside } from './outside'

/** Somebody's answer to a request, or a failure: what follows depends on it. */
export type Does = (method: string, address: string, body?: unknown) => Promise<Answer['body']>

/** A crew of agents that other programs run, as its person creates it. Ids and tokens have stand-ins from then on. */
export interface MadeCrew {
  readonly leadId: string
  /** `lead` is the lead itself. */
  readonly ids: Readonly<Record<string, string>>
  readonly tokens: Readonly<Record<string, string>>
  readonly person: Does
  readonly as: (who: string) => Does
}

export async function makeCrew(
  server: Outside,
  name: string,
  agents: Readonly<Record<string, string>>,
): Promise<MadeCrew> {
  const doer =
    (token: string): Does =>
    async (method, address, body) => {
      const answer = await server.ask(method, address, body, token)
      if (answer.status < 400) return answer.body
      throw new Error(`${method} ${address}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  const person = doer(server.owner)
  const made = await person('POST', '/api/lead', { name, task: `Do what ${name} does.` })
  const leadId = server.name(made.lead.id as string, `<lead ${name}>`)
  const ids: Record<string, string> = { lead: leadId }
  const tokens: Record<string, string> = { lead: made.token as string }
  for (const [who, role] of Object.entries(agents)) {
    const added = await person('POST', `/api/lead/${leadId}/agents`, { name: who, role })
    ids[who] = server.name(added.agent.id as string, `<agent ${who}>`)
    tokens[who] = added.token as string
  }
  for (const [who, token] of Object.entries(tokens)) server.name(token, `<token ${who} of ${name}>`)
  return { leadId, ids, tokens, person, as: (who) => doer(tokens[who] ?? '') }
}
