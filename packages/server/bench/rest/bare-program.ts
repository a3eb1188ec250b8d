import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import express, { type Response } from 'express'
import { openForReading, openForWriting } from '../../src/storage/database'

/**
 * `node bare-program.js DATABASE TOKEN LEAD GROUP`: express and better-sqlite3 with nothing between them. It knows one
 * token, asks nobody for rights, keeps nothing in memory and tells nobody. Prints its port.
 */
const [file = '', token = '', leadId = '', group = ''] = process.argv.slice(2)
const reading = openForReading(file)
const writing = openForWriting(file)

const newest = reading.prepare(
  `select id, seq, n, group_name as "group", lead_id as leadId, session_id as sessionId, kind, from_agent_id as "from",
     from_role as fromRole, content, timestamp, mentions, hop from chat_group_messages
   where lead_id = ? and group_name = ? order by seq desc limit ?`,
)
const insert = writing.prepare(
  `insert into chat_group_messages (id, group_name, lead_id, from_agent_id, from_role, content, timestamp, seq, n,
     session_id, kind, mentions) values (?, ?, ?, 'human', 'Human', ?, ?, ?, ?, 'main', 'message', '[]')`,
)
const { last } = writing.prepare('select max(seq) as last from chat_group_messages').get() as {
  last: number
}
let seq = last

/** What came in one turn of the event loop is one transaction, as in the product. */
let waiting: { readonly row: readonly unknown[]; readonly answer: () => void }[] = []

function commit(): void {
  const batch = waiting
  waiting = []
  writing.exec('BEGIN IMMEDIATE')
  for (const { row } of batch) insert.run(...row)
  writing.exec('COMMIT')
  for (const { answer } of batch) answer()
}

function send(response: Response, status: number, body: object): void {
  response.status(status).type('application/json').send(JSON.stringify(body))
}

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use((request, response, next) => {
  if (request.headers.authorization === `Bearer ${token}`) next()
  else send(response, 401, {})
})
app.use(express.json())
app.get('/api/lead/:id/groups/:name/messages', (request, response) => {
  const rows = newest.all(
    request.params.id,
    request.params.name,
    Number(request.query['limit']),
  ) as { mentions: string }[]
  const messages = rows
    .reverse()
    .map((row) => ({ ...row, mentions: JSON.parse(row.mentions) as string[] }))
  send(response, 200, { messages })
})
app.post('/api/lead/:id/groups/:name/messages', (request, response) => {
  const { content } = request.body as { content: string }
  const message = { id: randomUUID(), content, timestamp: new Date().toISOString(), seq: ++seq }
  if (waiting.length === 0) setImmediate(commit)
  waiting.push({
    row: [message.id, group, leadId, content, message.timestamp, seq, seq],
    answer: () => send(response, 201, { message }),
  })
})
const server = app.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
