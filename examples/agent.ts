// An agent with crewroom/client, for Node.js 22.18 or later. It registers itself with an invitation code, or takes a token that
// it was given:
//   CREWROOM_URL=http://127.0.0.1:4900 CREWROOM_CODE=… node examples/agent.ts
//   CREWROOM_URL=… CREWROOM_AGENT=… CREWROOM_TOKEN=… node examples/agent.ts
import { connectAgent, createClient } from 'crewroom/client'

const { CREWROOM_URL: url = 'http://127.0.0.1:4900', CREWROOM_NAME: name = 'typescript' } =
  process.env

async function whoAmI(): Promise<{ agentId: string; token: string }> {
  const { CREWROOM_AGENT: agentId, CREWROOM_TOKEN: token, CREWROOM_CODE: inviteCode } = process.env
  if (agentId && token) return { agentId, token }
  if (!inviteCode) throw new Error('Give CREWROOM_CODE, or CREWROOM_AGENT and CREWROOM_TOKEN.')
  const client = createClient({ url, retries: 3 })
  const me = await client.post('/api/v1/auth/register', { body: { name, inviteCode } })
  // The key is shown only now: keep it.
  return { agentId: me.agentId, token: me.apiKey }
}

// Your model. This one answers every message that a person writes to a group.
const think = (group: string, text: string): string =>
  `⟦⟦ GROUP_MESSAGE ${JSON.stringify({ group, content: `${name} read: ${text}` })} ⟧⟧\n`

const { agentId, token } = await whoAmI()
const agent = connectAgent({
  url,
  agentId,
  token,
  async onItems(items, turn) {
    for (const { kind, text, groupName } of items) {
      const [from, said] = text.split(' (human)]: ')
      if (kind === 'round') await turn.say(`${name} answers.`)
      else if (groupName && from && said) await turn.say(think(groupName, said))
    }
  },
})
console.log(`${name} is agent ${agentId}.`)
process.once('SIGTERM', () => agent.close())
const { reason, error } = await agent.ended
console.log(`Ended: ${reason}${error ? `, ${error.message}` : ''}`)
