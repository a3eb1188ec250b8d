// A coding agent that asks for permissions, as many at once as a prompt has lines "ASK <request>", each a JSON object with
// `toolCall` and `options` as the protocol has them, and says when all are answered: "Answered: <option or outcome>, …".
// Without such a line it says "ok". A cancel ends its turn.
import { Readable, Writable } from 'node:stream'
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk/unstable'

const { update: UPDATE, requestPermission: PERMISSION } = methods.client.session
const sessionId = 'session-1'
let cancel = () => {}

async function prompted({ params, client }) {
  const prompt = params.prompt.map(({ text }) => text ?? '').join('')
  const wishes = [...prompt.matchAll(/ASK (\{.*\})/g)].map(([, json]) => JSON.parse(json))
  const cancelled = new Promise((resolve) => (cancel = () => resolve(null)))
  const answers = await Promise.race([
    cancelled,
    Promise.all(
      wishes.map(({ toolCall, options }, index) => {
        const call = { toolCallId: `tool-${Date.now()}-${index}`, ...toolCall }
        return client.request(PERMISSION, { sessionId, toolCall: call, options })
      }),
    ),
  ])
  if (answers === null) return { stopReason: 'cancelled' }
  const words = answers.map(({ outcome }) => outcome.optionId ?? outcome.outcome)
  const text = words.length === 0 ? 'ok' : `Answered: ${words.join(', ')}`
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }
  await client.notify(UPDATE, { sessionId, update })
  return { stopReason: 'end_turn' }
}

agent({ name: 'asks-permissions' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'asks-permissions', version: '1.0.0' },
    agentCapabilities: { sessionCapabilities: { systemPrompt: {} } },
  }))
  .onRequest(methods.agent.session.new, () => ({ sessionId }))
  .onRequest(methods.agent.session.prompt, prompted)
  .onNotification(methods.agent.session.cancel, () => cancel())
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
