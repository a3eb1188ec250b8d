import { randomUUID } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import {
  agent,
  type ContentBlock,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk/unstable'
import { AcpSession } from './acp-session'
import { CrewFolder } from './crew-folder'
import { Pace } from './pace'
import { readScript } from './script'

/**
 * A sample agent that speaks the Agent Client Protocol, as coding agents do: it works only while it has a prompt, and
 * can be stopped in the middle of one. Usage: acp-agent.js <script.yaml> <crew folder> <name> [pace]
 */
const [scriptFile, folder, name, factor = '0'] = process.argv.slice(2)
if (!scriptFile || !folder || !name) {
  process.stderr.write('usage: acp-agent.js <script.yaml> <crew folder> <name> [pace]\n')
  process.exit(2)
}

const crew = new CrewFolder(folder)
const script = readScript(scriptFile)
const pace = new Pace(Number(factor))
const sessions = new Map<string, AcpSession>()

function sessionOf(id: string): AcpSession {
  const session = sessions.get(id)
  if (!session) throw RequestError.sessionNotFound(id)
  return session
}

function textOf(parts: readonly ContentBlock[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

// The server went away: so does the agent.
process.stdin.once('end', () => process.exit(0))

agent({ name: 'crewroom-demo' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'crewroom-demo', version: '1.0.0' },
    agentCapabilities: { loadSession: true, sessionCapabilities: { systemPrompt: {} } },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    const session = new AcpSession({
      id: randomUUID(),
      script,
      crew,
      notes: crew.notesOf(name),
      pace,
    })
    session.open(textOf(params.systemPrompt?.content ?? []))
    sessions.set(session.id, session)
    return { sessionId: session.id }
  })
  .onRequest(methods.agent.session.load, async ({ params, client }) => {
    const id = params.sessionId
    const session = new AcpSession({ id, script, crew, notes: crew.notesOf(name), pace })
    if (!(await session.load(client))) throw RequestError.sessionNotFound(id)
    sessions.set(id, session)
    return {}
  })
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const session = sessionOf(params.sessionId)
    const answer = await session.prompt(textOf(params.prompt), client)
    // The SDK writes the answer in the turn in which this function returns; the program ends behind it.
    if (session.left) setImmediate(() => process.stdout.write('', () => process.exit(0)))
    return answer
  })
  .onNotification(methods.agent.session.cancel, ({ params }) => {
    sessions.get(params.sessionId)?.cancel()
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
