import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { replySchema } from '@crewroom/shared/protocol/replies'
import type { TestServer } from './test-server'

/** Pictures of one pixel, by what they are. */
export const DOTS = {
  gif: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpg: Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffc0000b080001000101011100ffd9', 'hex'),
  ]),
  webp: Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
} as const

type Body = string | Uint8Array | ReadableStream<Uint8Array>

interface Options {
  readonly token?: string
  readonly headers?: Record<string, string>
}

/** Requests with the files of one group, as a program sends them. */
export class FileRequests {
  readonly #server: TestServer
  readonly id: string

  constructor(server: TestServer, groupId: string) {
    this.#server = server
    this.id = groupId
  }

  /** `place`: `files/report.pdf`, encoded. */
  async add(place: string, body: Body | undefined, { token, headers = {} }: Options = {}) {
    const address = `/api/group-chats/${this.id}/${place}`
    const response = await fetch(`${this.#server.app.url}${address}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token ?? this.#server.owner}`, ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit)
    const reply = (await response.json()) as Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely
    if (response.status === 201) {
      expect(replySchema('POST', address)?.safeParse(reply).error).toBeUndefined()
    }
    return { status: response.status, code: reply['error']?.code as string | undefined, reply }
  }

  get(place: string, { token, headers = {} }: Options = {}): Promise<Response> {
    return fetch(`${this.#server.app.url}/api/group-chats/${this.id}/${place}`, {
      headers: { authorization: `Bearer ${token ?? this.#server.owner}`, ...headers },
    })
  }

  /** Names of what is listed. */
  async names(kind: 'files' | 'pictures'): Promise<readonly string[]> {
    const { body } = await this.#server.call('GET', `/api/group-chats/${this.id}/${kind}`)
    return (body[kind] as { name: string }[]).map(({ name }) => name)
  }

  remove(place: string, token?: string) {
    const options = token === undefined ? {} : { token }
    return this.#server.call('DELETE', `/api/group-chats/${this.id}/${place}`, undefined, options)
  }

  /** What lies in the folder of the group. */
  stored(): readonly string[] {
    const folder = path.join(this.#server.data.groupFiles, this.id)
    return existsSync(folder) ? readdirSync(folder).toSorted() : []
  }
}
