import { createWriteStream, openAsBlob, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ChildServer, ownerToken, request } from '../harness/child-server'
import { enlarged, enlargedGroup } from '../harness/large-export'
import { PeakMemory } from '../harness/peak-memory'
import { tempFolder } from '../harness/temp-folder'

const MIB = 1024 * 1024
/** Larger than what was once the limit of 64 MiB, and than the memory that is allowed. */
const FILE_MIB = Number(process.env['CREWROOM_IMPORT_MIB'] ?? 210)
const UNITS = 4_000
/** Pages of SQLite in two threads, buffers, and what Node.js has not collected yet. */
const MORE_MIB = 200
/** Pages of the database that its reader maps: the system takes them back whenever it needs them. */
const MAPPED_MIB = 256

/** Memory of a process that is no file's. */
function ownMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

/** What is large: its file, more of it, and where it goes. */
const KINDS = {
  crew: { of: '', more: enlarged, to: '' },
  group: { of: '?group=plan', more: enlargedGroup, to: '?lead=' },
}

test.skipIf(process.platform !== 'linux').each(['crew', 'group'] as const)(
  'EX47, EX80 the file of a %s of hundreds of MiB is imported in bounded memory, while the server answers others',
  async (kind) => {
    const { of, more, to } = KINDS[kind]
    using folder = tempFolder()
    const file = path.join(folder.path, 'large.ndjson')
    const server = await ChildServer.start({ data: folder.path, port: 0 })
    const token = ownerToken(folder.path)
    const call = async (method: string, route: string, body?: object) => {
      const reply = await request(`${server.url}${route}`, token, method, body)
      if (!reply) throw new Error(`no answer to ${method} ${route}`)
      return reply
    }
    const { body: made } = await call('POST', '/api/lead', { name: 'large' })
    const leadId = made['lead'].id as string
    await call('POST', `/api/lead/${leadId}/groups`, { name: 'plan' })
    await call('POST', `/api/lead/${leadId}/groups/plan/messages`, { content: 'one' })
    const headers = { authorization: `Bearer ${token}` }
    const exported = `${server.url}/api/lead/${leadId}/export${of}`
    const small = await (await fetch(exported, { headers })).text()
    await call('DELETE', `/api/lead/${leadId}`, { confirm: 'large' })
    const { body: host } = await call('POST', '/api/lead', { name: 'host' })
    const messages = Math.ceil((FILE_MIB * MIB) / (UNITS + 600))
    await pipeline(Readable.from(more(small, { messages, units: UNITS })), createWriteStream(file))
    expect(statSync(file).size).toBeGreaterThan((FILE_MIB * MIB * 9) / 10)
    const memory = new PeakMemory(server.pid)
    const before = ownMemory(server.pid)
    let [slowest, most] = [0, 0]
    let isOver = false
    const asks = (async () => {
      while (!isOver) {
        const began = performance.now()
        expect((await call('GET', '/api/lead')).status).toBe(200)
        slowest = Math.max(slowest, performance.now() - began)
        most = Math.max(most, ownMemory(server.pid) - before)
      }
    })()
    const began = performance.now()
    const response = await fetch(`${server.url}/api/import${to && `${to}${host['lead'].id}`}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: await openAsBlob(file),
    })
    const took = performance.now() - began
    isOver = true
    await asks
    const imported = (await response.json()) as {
      messages?: number
      group?: { messageCount: number }
    }
    const count = imported.messages ?? imported.group?.messageCount
    expect([response.status, count]).toEqual([201, messages + 1])
    process.stdout.write(
      `import of a ${kind}: ${Math.round(statSync(file).size / MIB)} MiB in ${Math.round(took / 1000)} s, ${Math.round(most / MIB)} MiB more memory than ${Math.round(before / MIB)}, ${Math.round(memory.grown / MIB)} with what is mapped of files; the slowest other answer ${Math.round(slowest)} ms\n`,
    )
    expect(most / MIB).toBeLessThan(MORE_MIB)
    expect(memory.grown / MIB).toBeLessThan(MORE_MIB + MAPPED_MIB)
    await server.end('SIGTERM')
  },
  600_000,
)
