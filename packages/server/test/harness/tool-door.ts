import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect } from 'vitest'
import type { Authenticator } from '../../src/api/principal'
import { Attempts } from '../../src/api/attempts'
import { McpDoor } from '../../src/api/mcp/mcp-door'
import { serveMcp } from '../../src/api/mcp/mcp-server'
import { createLogger } from '../../src/logger'
import { ToolDoors } from '../../src/programs/tool-doors'
import { Retries } from '../../src/api/retries/retries'
import { Vault } from '../../src/api/retries/vault'
import { RemoteRollouts } from '../../src/rollouts/remote-rollouts'
import type { TestCrew } from './test-crew'

export interface ToolReply {
  readonly text: string
  readonly isError: boolean
  readonly progress: readonly string[]
}

/** An answer that is on its way: nothing of it has reached its client for good. */
export interface OnItsWay {
  /** The whole answer is there. */
  arrives(): void
  /** Its connection ends before that. */
  isLost(): void
}

interface CallOptions {
  /** The client's id of the request. */
  readonly id?: string
  readonly signal?: AbortSignal
  readonly wantsProgress?: boolean
}

/**
 * The door of tools before a crew of a test: real requests on the crew's own clock. An agent's id is its token. What is said
 * to one is answered by `call`; with `keepsBack`, the test decides whether the next answer arrives.
 */
export class ToolDoor implements AsyncDisposable {
  readonly crew: TestCrew
  readonly #server
  readonly #url: string
  #keepBack: ((answer: OnItsWay) => void) | null = null
  #ids = 0

  static async open(crew: TestCrew): Promise<ToolDoor> {
    const { shard, intake, inbox, toolCalls, rollouts, maskOf } = crew.core
    const logger = createLogger('silent')
    const authenticator = {
      principal: (token: string | undefined) => token && { kind: 'agent', agentId: token },
    } as unknown as Authenticator
    const door = new McpDoor({
      shard,
      intake,
      inbox,
      toolCalls,
      remoteRollouts: new RemoteRollouts(rollouts, maskOf),
      toolDoors: new ToolDoors(crew.clock, crew.ids),
      retries: new Retries(shard, new Vault('a secret')),
      authenticator,
      attempts: new Attempts(crew.clock),
      later: { mcp: () => Promise.resolve(serveMcp) },
      version: '1.0.0',
      logger,
    })
    crew.core.onPublished((entries) => door.published(entries))
    const app = express()
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const made = new ToolDoor(crew, server, `http://127.0.0.1:${port}/mcp`)
    app.use((_request, response, next) => {
      made.#watch(response)
      next()
    })
    app.use('/mcp', door.handler)
    return made
  }

  private constructor(crew: TestCrew, server: ReturnType<typeof createServer>, url: string) {
    this.crew = crew
    this.#server = server
    this.#url = url
  }

  /** A call of a tool, and its answer; it rejects when the answer is lost. */
  async call(
    who: string,
    tool: string,
    args: Readonly<Record<string, unknown>> = {},
    { id = `r${++this.#ids}`, signal, wantsProgress = false }: CallOptions = {},
  ): Promise<ToolReply> {
    const _meta = wantsProgress ? { _meta: { progressToken: 'p' } } : {}
    const params = { name: tool, arguments: args, ..._meta }
    const all = await this.#send(who, { id, method: 'tools/call', params }, signal)
    const { result } = all.at(-1) as { result: { content: { text: string }[]; isError?: boolean } }
    return {
      text: result.content.map(({ text }) => text).join('\n'),
      isError: result.isError ?? false,
      progress: all.slice(0, -1).map((note) => note.params?.message ?? ''),
    }
  }

  /** The agent reads without waiting. */
  async reads(who: string): Promise<string> {
    return (await this.call(who, 'read_inbox', { wait: 0 })).text
  }

  /** The agent begins to wait for something to read. */
  async waits(
    who: string,
    options: CallOptions & { readonly wait?: number } = {},
  ): Promise<{ readonly answer: Promise<ToolReply> }> {
    const { wait = 50, ...rest } = options
    // In an object: to await the start of a wait must not be to await its end.
    const answer = this.call(who, 'read_inbox', { wait }, rest)
    answer.catch(() => {})
    await expect.poll(() => this.pull(who)).toBe('waits')
    return { answer }
  }

  /** The client says that it gave up a request, and keeps its connection. */
  async cancels(who: string, requestId: string): Promise<void> {
    await this.#send(who, { method: 'notifications/cancelled', params: { requestId } })
  }

  /** The next answer is held back where it is about to be complete. */
  keepsBack(): Promise<OnItsWay> {
    return new Promise((resolve) => (this.#keepBack = resolve))
  }

  pull(who: string): string | null {
    return this.crew.core.presence.get(this.#idOf(who)).pull
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** By name, or by id where the crew of the test gave no name. */
  #idOf(who: string): string {
    return this.crew.shard.crewOf(who) ? who : this.crew.id(who)
  }

  async #send(
    who: string,
    body: object,
    signal?: AbortSignal,
  ): Promise<{ params?: { message?: string } }[]> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#idOf(who)}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      ...(signal ? { signal } : {}),
    })
    const lines = (await response.text()).split('\n')
    return lines.flatMap((line) =>
      line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as object] : [],
    )
  }

  #watch(response: ServerResponse): void {
    const tell = this.#keepBack
    if (!tell) return
    this.#keepBack = null
    const end = response.end.bind(response)
    response.end = ((...args: Parameters<typeof end>) => {
      tell({ arrives: () => void end(...args), isLost: () => void response.destroy() })
      return response
    }) as typeof response.end
  }
}
