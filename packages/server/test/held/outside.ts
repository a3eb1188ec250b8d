import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ChildServer, ownerToken } from '../harness/child-server'
import { type Known, normalised } from './compare'

export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

export interface Answer {
  readonly status: number
  readonly body: any // oxlint-disable-line typescript/no-explicit-any -- answers are read freely
}

/** The built server as other programs see it: an address, and the person's token. */
export class Outside {
  readonly url: string
  readonly owner: string
  readonly data: string
  readonly #child: ChildServer
  /** Ids and tokens by what stands for them. */
  readonly #names: Record<string, string> = {}

  private constructor(child: ChildServer, data: string) {
    this.url = child.url
    this.data = data
    this.owner = ownerToken(data)
    this.#child = child
    this.#names[data] = '<data>'
  }

  static async start(): Promise<Outside> {
    const data = mkdtempSync(path.join(os.tmpdir(), 'held-'))
    return new Outside(await ChildServer.start({ data, port: 0 }), data)
  }

  async end(): Promise<void> {
    await this.#child.end('SIGTERM')
    rmSync(this.data, { recursive: true, force: true })
  }

  async text(address: string): Promise<string> {
    const response = await fetch(`${this.url}${address}`)
    if (!response.ok) throw new Error(`${address} is answered with ${response.status}`)
    return await response.text()
  }

  /** A request of the person, or of somebody else with a token. */
  async ask(method: string, address: string, body?: unknown, token = this.owner): Promise<Answer> {
    const response = await fetch(`${this.url}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': typeFor(body) }),
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }

  /** A request of the person whose body and answer are a file of lines. */
  async raw(method: string, address: string, body?: string) {
    const response = await fetch(`${this.url}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${this.owner}`,
        ...(body === undefined ? {} : { 'content-type': 'application/x-ndjson' }),
      },
      ...(body === undefined ? {} : { body }),
    })
    return { status: response.status, text: await response.text() }
  }

  /** From here on `shown` stands for this value. */
  name(value: string, shown: string): string {
    this.#names[value] = shown
    return value
  }

  /** A copy with stand-ins for what is by chance. */
  normalised(value: unknown, keys: Known['keys'] = {}): unknown {
    return normalised(value, { names: this.#names, keys, version: VERSION })
  }
}

/** A file is sent as it is. */
function typeFor(body: unknown): string {
  return typeof body === 'string' ? 'application/octet-stream' : 'application/json'
}
