import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { lockData } from '../../src/storage/lock'
import { ChildServer } from '../harness/child-server'
import { CLI, crewroom } from '../harness/crewroom'
import { pause } from '../harness/speaker'
import { tempFolder } from '../harness/temp-folder'
import { TestServer } from '../harness/test-server'
import { isLong } from '../harness/long'

const OWNER = 'owner-token-that-nobody-else-may-see'
const KEY = 'key-that-proves-who-wrote-server-json'
const SECRETS = [OWNER, KEY, 'observer-token-of-this-installation']

/** A program that listens where a server was, and keeps every byte that it is sent. */
class Listener {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  received = ''

  private constructor(answer: (request: string, socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        const text = bytes.toString('latin1')
        this.received += text
        answer(text, socket)
      })
    })
  }

  static async on(
    port: number,
    answer: (request: string, socket: Socket) => void,
  ): Promise<Listener> {
    const listener = new Listener(answer)
    await new Promise<void>((resolve) => listener.#server.listen(port, '127.0.0.1', resolve))
    return listener
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }
}

function says(body: string, status = '200 OK', headers = '') {
  return (_request: string, socket: Socket) => {
    socket.end(
      `HTTP/1.1 ${status}\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
}

const challengeIn = (request: string) => /challenge=([\w-]+)/.exec(request)?.[1] ?? ''

/** What else than the server of this folder may listen at its address. */
const OTHERS: Readonly<Record<string, (request: string, socket: Socket) => void>> = {
  'says that all is well': says('{"ok":true,"version":"0.1.0"}'),
  'gives the challenge back': (request, socket) =>
    says(`{"ok":true,"proof":"${challengeIn(request)}"}`)(request, socket),
  'makes a proof of its own': (request, socket) => {
    const proof = createHmac('sha256', '').update(challengeIn(request)).digest('base64url')
    says(JSON.stringify({ ok: true, proof }))(request, socket)
  },
  'sends on to another address': says('', '307 Temporary Redirect', 'Location: /api/me\r\n'),
  'says what is no JSON': says('<html>'),
  'says nothing and hangs up': (_request, socket) => socket.destroy(),
  'never ends what it says': (_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"proof":"')
    const more = () => socket.write('x'.repeat(65_536), () => setImmediate(more))
    more()
  },
}

const UNREACHABLE = new Set(['sends on to another address', 'says nothing and hangs up'])
const CANNOT_REACH = /^The server at http\S+ cannot be reached: .*\n$/
const IS_ANOTHER =
  /^The program at http\S+ is not the Crewroom server of .*; no token was sent to it\. .*\n$/

/** A PATH on which a coding agent is, so that `run` gets as far as the server. */
function searchPath(folder: string): string {
  const bin = path.join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(path.join(bin, 'gemini'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  return `${bin}${path.delimiter}${process.env['PATH']}`
}

const COMMANDS: readonly (readonly string[])[] = [
  ['open'],
  ['tail'],
  ['export'],
  ['import', CLI],
  ['run', 'do it', '--agent', 'gemini'],
]

function writeServerFile(folder: string, fields: object): void {
  const [, , observerToken] = SECRETS
  writeFileSync(
    path.join(folder, 'server.json'),
    JSON.stringify({
      token: OWNER,
      observerToken,
      pid: process.pid,
      version: '0.1.0',
      startedAt: '2026-11-21T00:00:00.000Z',
      ...fields,
    }),
  )
}

const ended: (() => void)[] = []
afterEach(() => {
  for (const end of ended.splice(0)) end()
})

test.skipIf(!isLong)(
  'SE11 a server that was killed, whose pid and port are other programs’ now, is sent nothing',
  async () => {
    using folder = tempFolder()
    using listener = await Listener.on(0, says('{"ok":true}'))
    writeServerFile(folder.path, { url: listener.url, proofKey: KEY })
    // A lock file is there as after kill -9: nobody holds it.
    lockData(path.join(folder.path, 'lock.sqlite'))?.release()
    const commands = COMMANDS.filter(([name]) => name !== 'run')
    const all = await Promise.all(
      commands.map((command) => crewroom([...command, '--data', folder.path])),
    )
    for (const end of all) {
      expect(end).toEqual({
        code: 1,
        out: '',
        errors: `No Crewroom server is running on ${folder.path}. Start one with: crewroom start\n`,
      })
    }
    expect(listener.received).toBe('')
  },
)

test.skipIf(!isLong)(
  'SE11 whoever listens in the place of the server is sent a challenge and never a token',
  async () => {
    using folder = tempFolder()
    const lock = lockData(path.join(folder.path, 'lock.sqlite'))
    ended.push(() => lock?.release())
    for (const [name, answer] of Object.entries(OTHERS)) {
      using listener = await Listener.on(0, answer)
      writeServerFile(folder.path, { url: listener.url, proofKey: KEY })
      // Each command where it costs little, one where it must be stopped from reading.
      const commands = name === 'says that all is well' ? COMMANDS : COMMANDS.slice(0, 1)
      const environment = { PATH: searchPath(folder.path) }
      const ends = await Promise.all(
        commands.map((command) => crewroom([...command, '--data', folder.path], { environment })),
      )
      for (const { code, out, errors } of ends) {
        expect({ name, code, out }).toEqual({ name, code: 1, out: '' })
        expect(errors, name).toMatch(UNREACHABLE.has(name) ? CANNOT_REACH : IS_ANOTHER)
      }
      expect(listener.received, name).toMatch(
        /^GET \/api\/health\?challenge=[\w-]{32} HTTP\/1\.1\r\n/,
      )
      expect(listener.received.match(/^\w+ \S+ HTTP/gm), name).toHaveLength(commands.length)
      expect(listener.received.toLowerCase(), name).not.toContain('authorization')
      for (const secret of SECRETS) expect(listener.received, name).not.toContain(secret)
    }
  },
)

test.skipIf(!isLong)(
  'SE11 a program at an old address cannot have the real server answer for it',
  async () => {
    await using server = await TestServer.start()
    const { folder } = server.data
    using relay = await Listener.on(0, (request, socket) => {
      void fetch(`${server.app.url}/api/health?challenge=${challengeIn(request)}`)
        .then((response) => response.text())
        .then((body) => says(body)(request, socket))
    })
    const file = path.join(folder, 'server.json')
    const said = JSON.parse(readFileSync(file, 'utf8')) as { token: string }
    const real = await crewroom(['open', '--data', folder])
    expect(real).toEqual({ code: 0, out: expect.stringMatching(/^http.*#code=/), errors: '' })
    writeFileSync(file, JSON.stringify({ ...said, url: relay.url }))
    const { code, errors } = await crewroom(['open', '--data', folder])
    expect(code).toBe(1)
    expect(errors).toContain(`The program at ${relay.url} is not the Crewroom server`)
    expect(relay.received).toContain('challenge=')
    expect(relay.received).not.toContain(said.token)
    writeFileSync(file, JSON.stringify(said))
  },
)

test.skipIf(!isLong)(
  'SE11 a server of an earlier version, which cannot prove itself, is named and sent nothing',
  async () => {
    using folder = tempFolder()
    const lock = lockData(path.join(folder.path, 'lock.sqlite'))
    ended.push(() => lock?.release())
    using listener = await Listener.on(0, says('{"ok":true}'))
    writeServerFile(folder.path, { url: listener.url })
    const { code, errors } = await crewroom(['tail', '--data', folder.path])
    expect(code).toBe(1)
    expect(errors).toBe(
      `The server at ${listener.url} (pid ${process.pid}) is an earlier build of Crewroom 0.1.0: it cannot prove that it is the one that uses ${folder.path}, so no token was sent to it. Restart it and try again.\n`,
    )
    expect(listener.received).toBe('')
  },
)

test.skipIf(!isLong)(
  'SE11 tail sends nothing to who takes over the port of the server that it followed',
  async () => {
    using folder = tempFolder()
    await using server = await ChildServer.start({ data: folder.path, port: 0 })
    const tail = spawn(process.execPath, [CLI, 'tail', '--data', folder.path])
    ended.push(() => tail.kill('SIGKILL'))
    let notes = ''
    tail.stderr.on('data', (chunk: Buffer) => (notes += chunk.toString()))
    const file = path.join(folder.path, 'server.json')
    const said = JSON.parse(readFileSync(file, 'utf8')) as { token: string }
    await expect
      .poll(async () => {
        const headers = { authorization: `Bearer ${said.token}` }
        return (await fetch(`${server.url}/api/metrics`, { headers })).text()
      })
      .toMatch(/sockets\{[^}]*\} 1/)
    await server.end('SIGKILL')
    using listener = await Listener.on(Number(new URL(server.url).port), says('{"ok":true}'))
    writeFileSync(file, JSON.stringify({ ...said, pid: process.pid }))
    await expect.poll(() => notes).toContain('waiting for the server')
    // Several times over what it waits between two looks.
    await pause(1_500)
    expect(listener.received).toBe('')
    expect({ code: tail.exitCode, notes }).toEqual({
      code: null,
      notes: 'The connection is lost; waiting for the server.\n',
    })
  },
)

test('SE12 health proves on a challenge that the server wrote server.json, and says nothing else', async () => {
  await using server = await TestServer.start()
  const file = path.join(server.data.folder, 'server.json')
  const { proofKey } = JSON.parse(readFileSync(file, 'utf8')) as { proofKey: string }
  expect(proofKey).toMatch(/^[\w-]{43}$/)
  const ask = (query: string) =>
    server.call('GET', `/api/health${query}`, undefined, { token: null })
  const challenge = 'abcdefghijklmnop-_0123456789'
  const proof = createHmac('sha256', proofKey)
    .update(`crewroom ${server.app.url} ${challenge}`)
    .digest('base64url')
  const { version } = (await ask('')).body
  expect((await ask('')).body).toEqual({ ok: true, version })
  expect((await ask('?t=1')).body).toEqual({ ok: true, version })
  expect((await ask(`?challenge=${challenge}`)).body).toEqual({ ok: true, version, proof })
  for (const bad of ['', 'short', 'x'.repeat(65), `${challenge}%20`]) {
    const { status, body } = await ask(`?challenge=${bad}`)
    expect({ status, code: body['error']?.code }, bad).toEqual({ status: 422, code: 'validation' })
  }
  await server.restart()
  const after = JSON.parse(readFileSync(file, 'utf8')) as { proofKey: string }
  expect(after.proofKey).not.toBe(proofKey)
})
