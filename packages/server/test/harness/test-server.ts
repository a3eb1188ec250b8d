import { existsSync } from 'node:fs'
import { type App, startApp } from '../../src/app'
import { Config } from '../../src/config'
import { DataDir } from '../../src/data-dir'
import { tempFolder } from './temp-folder'

/** The writer's thread runs built code: `npm test` builds before it tests. */
export const WRITER_SCRIPT = new URL('../../dist/writer-worker.js', import.meta.url)

export interface Reply {
  readonly status: number
  readonly body: Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- tests read replies freely
  readonly headers: Headers
}

/** The whole server in this process: real files, the real writer thread, a real port. */
export class TestServer {
  readonly #folder: ReturnType<typeof tempFolder> | null
  readonly data: DataDir
  app: App
  readonly fatal: string[]

  private constructor(
    app: App,
    data: DataDir,
    folder: ReturnType<typeof tempFolder> | null,
    fatal: string[],
  ) {
    this.app = app
    this.data = data
    this.#folder = folder
    this.fatal = fatal
  }

  static async start(
    options: {
      readonly data?: string
      readonly config?: Partial<Config>
      readonly web?: string
    } = {},
  ): Promise<TestServer> {
    const folder = options.data === undefined ? tempFolder() : null
    const data = new DataDir(options.data ?? folder?.path ?? '')
    const fatal: string[] = []
    const app = await TestServer.#app(data, fatal, options.config, options.web)
    return new TestServer(app, data, folder, fatal)
  }

  static #app(
    data: DataDir,
    fatal: string[],
    config: Partial<Config> = {},
    web: string | null = null,
  ): Promise<App> {
    if (!existsSync(WRITER_SCRIPT)) throw new Error('packages/server is not built: npm run build')
    return startApp({
      config: Config.parse({ port: 0, logLevel: 'silent', stopGraceMs: 500, ...config }),
      data,
      writerScript: WRITER_SCRIPT,
      web,
      fatal: (sentence) => fatal.push(sentence),
    })
  }

  /** Stops the server and starts it again on the same data. */
  async restart(config: Partial<Config> = {}): Promise<void> {
    await this.app.close()
    this.app = await TestServer.#app(this.data, this.fatal, config)
  }

  get owner(): string {
    return this.data.runningServer()?.token ?? ''
  }

  get observer(): string {
    return this.data.runningServer()?.observerToken ?? ''
  }

  /** One request; the owner's unless a token (or null for none) is given. A string body is sent as it is. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    options: { readonly token?: string | null; readonly headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const token = options.token === undefined ? this.owner : options.token
    const response = await fetch(`${this.app.url}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text.startsWith('{') ? (JSON.parse(text) as Reply['body']) : {},
      headers: response.headers,
    }
  }

  /** A crew through the door: a lead and agents by name → role, with their tokens. */
  async crew(
    name: string,
    agents: Readonly<Record<string, string>> = {},
  ): Promise<{ leadId: string; ids: Record<string, string>; tokens: Record<string, string> }> {
    const { body } = await this.call('POST', '/api/lead', { name })
    const leadId = body['lead'].id as string
    const ids: Record<string, string> = { lead: leadId }
    const tokens: Record<string, string> = { lead: body['token'] as string }
    for (const [agent, role] of Object.entries(agents)) {
      const created = await this.call('POST', `/api/lead/${leadId}/agents`, { name: agent, role })
      ids[agent] = created.body['agent'].id as string
      tokens[agent] = created.body['token'] as string
    }
    return { leadId, ids, tokens }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.app.close()
    this.#folder?.[Symbol.dispose]()
  }
}
