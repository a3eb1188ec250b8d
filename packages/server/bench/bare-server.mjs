// The least that this server stands on, as anybody would write it: express, a SQLite file in WAL mode and a
// WebSocketServer, one route. Its address is printed when it listens.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import express from 'express'
import { WebSocketServer } from 'ws'

// As the server chooses it: src/storage/sqlite-package.ts.
const isOld = Number(process.versions.modules) < 127
const Database = createRequire(import.meta.url)(isOld ? 'better-sqlite3-node20' : 'better-sqlite3')
const sqlite = new Database(process.argv[2])
sqlite.pragma('journal_mode = WAL')
sqlite.pragma('synchronous = FULL')
sqlite.exec('create table if not exists messages (id integer primary key, content text)')
const count = sqlite.prepare('select count(*) as messages from messages')

const app = express()
app.use(express.json())
app.get('/healthz', (_request, response) => response.json({ ok: true, ...count.get() }))
const http = createServer(app)
new WebSocketServer({ server: http })
http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${http.address().port}\n`)
})
