// A coding agent that writes one file for the task it is given: it asks for permission with the change it would make, and
// writes nothing without it. Its prompt costs tokens and money, as the protocol reports them.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Readable, Writable } from 'node:stream'
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk/unstable'

const { update: UPDATE, requestPermission: PERMISSION } = methods.client.session
const sessionId = 'session-1'
const NEW_TEXT = '# Notes\n\nThe parser reads one command at a time.\n'
let folder = process.cwd()

async function prompted({ params, client }) {
  const prompt = params.prompt.map(({ text }) => text ?? '').join('')
  const notify = (update) => client.notify(UPDATE, { sessionId, update })
  const say = (text) =>
    notify({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
  if (!prompt.includes('[Task from ')) {
    await say('ok')
    return { stopReason: 'end_turn' }
  }
  const file = path.join(folder, 'NOTES.md')
  const toolCall = {
    toolCallId: 'tool-1',
    title: 'Write NOTES.md',
    kind: 'edit',
    content: [{ type: 'diff', path: file, oldText: null, newText: NEW_TEXT }],
  }
  const options = [
    { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  ]
  const { outcome } = await client.request(PERMISSION, { sessionId, toolCall, options })
  if (outcome.optionId === 'allow') {
    writeFileSync(file, NEW_TEXT)
    await say(
      'It is written. \u27e6\u27e6 COMPLETE_TASK {"summary":"NOTES.md is there"} \u27e7\u27e7\n',
    )
  } else await say('I may not write it.\n')
  const cost = { amount: 0.42, currency: 'USD' }
  await notify({ sessionUpdate: 'usage_update', used: 12_000, size: 200_000, cost })
  return {
    stopReason: 'end_turn',
    usage: { inputTokens: 11_000, outputTokens: 1_000, totalTokens: 12_000 },
  }
}

agent({ name: 'writes-a-file' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: 1,
    agentInfo: { name: 'writes-a-file', version: '1.0.0' },
    agentCapabilities: { sessionCapabilities: { systemPrompt: {} } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    folder = params.cwd
    return { sessionId }
  })
  .onRequest(methods.agent.session.prompt, prompted)
  .onNotification(methods.agent.session.cancel, () => {})
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
