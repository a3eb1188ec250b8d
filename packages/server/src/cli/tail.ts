import WebSocket from 'ws'
import { CrewroomError } from '@crewroom/shared/client/crewroom-error'
import { createClient } from '@crewroom/shared/client/http'
import type { CrewEvent } from '@crewroom/shared/protocol/events'
import { StartRefused } from '../start-refused'
import type { DataDir, ServerFile } from '../data-dir'
import { EventLines, type Shown, shownAgent } from './event-line'
import { findServer, runningServer } from './running-server'

export interface TailOptions {
  readonly data: DataDir
  /** One crew; without it all of them. */
  readonly lead: string | undefined
  /** Events as they come, one per line, instead of words. */
  readonly json: boolean
  readonly colors: boolean
  readonly print: (line: string) => void
  /** For everything except events: standard output belongs to those. */
  readonly note: (line: string) => void
  /** Where to begin in a crew, by journal number; without it, now. */
  readonly since?: Readonly<Record<string, number>>
  /** Ends when it says so of an event that was told. */
  readonly until?: (event: CrewEvent) => boolean
}

type Frame = { readonly type: string } & Readonly<Record<string, unknown>>
type Ended =
  | { readonly kind: 'lost' | 'done' }
  | { readonly kind: 'refused'; readonly message: string }

const RETRY_MS = 500
/** Refusals that pass. */
const PASSING: ReadonlySet<unknown> = new Set(['busy', 'storage_failed', 'rate_limited'])

/** Follows a running server, through its restarts, for ever or until it has seen enough. Rejects when it is refused. */
export async function tail(options: TailOptions): Promise<void> {
  const { data, note } = options
  const follower = new Follower(options)
  let server: ServerFile | null = await runningServer(data)
  let isTold = false
  for (;;) {
    const ended = server ? await follower.follow(server, () => (isTold = false)) : null
    if (ended?.kind === 'done') return
    if (ended?.kind === 'refused') throw new StartRefused(ended.message)
    if (!isTold) note('The connection is lost; waiting for the server.')
    isTold = true
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    // A server that was started again may have another port, and its old one another program.
    const found = await findServer(data)
    server = found.kind === 'running' ? found.server : null
  }
}

/** One connection after the other, each going on where the last one ended. */
class Follower {
  readonly #options: TailOptions
  readonly #since: Record<string, number>
  #epoch: string | undefined
  readonly #agents = new Map<string, Shown>()
  readonly #crews = new Map<string, string>()
  readonly #lines: EventLines

  constructor(options: TailOptions) {
    this.#options = options
    this.#since = { ...options.since }
    this.#lines = new EventLines(options.colors, (id) => this.#agents.get(id))
  }

  /** Resolves when the connection has ended. */
  async follow(server: ServerFile, connected: () => void): Promise<Ended> {
    const { lead } = this.#options
    if (!this.#options.json && !(await this.#learnNames(server))) return { kind: 'lost' }
    return new Promise((resolve) => {
      const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/ws`)
      let refusal: string | null = null
      socket.on('open', () => {
        const { token } = server
        const resume = { since: this.#since, ...(this.#epoch ? { epoch: this.#epoch } : {}) }
        socket.send(JSON.stringify({ type: 'hello', token, leads: lead ? [lead] : '*', ...resume }))
      })
      socket.on('message', (bytes: Buffer) => {
        const frame = JSON.parse(bytes.toString('utf8')) as Frame
        if (frame.type === 'error' && !PASSING.has(frame['code']))
          refusal = String(frame['message'])
        if (frame.type === 'hello') connected()
        if (!this.#receive(frame)) return
        // What comes while the connection closes is behind the end of what was followed.
        socket.removeAllListeners('message')
        resolve({ kind: 'done' })
        socket.close()
      })
      socket.on('error', () => {})
      socket.once('close', () =>
        resolve(refusal === null ? { kind: 'lost' } : { kind: 'refused', message: refusal }),
      )
    })
  }

  /** True when this was what it was followed for. */
  #receive(frame: Frame): boolean {
    if (frame.type === 'hello') {
      this.#epoch = String(frame['epoch'])
      // Where a crew stands now: nothing that comes later is missed, even if the connection ends before it.
      for (const [lead, at] of Object.entries(frame['at'] as Record<string, number>)) {
        this.#since[lead] ??= at
      }
    } else if (frame.type === 'gap') {
      const lead = String(frame['leadId'])
      delete this.#since[lead]
      this.#options.note(
        `What happened in ${this.#crews.get(lead) ?? lead} meanwhile cannot be shown.`,
      )
    } else if ('seq' in frame) {
      const event = frame as unknown as CrewEvent
      this.#tell(event)
      return this.#options.until?.(event) ?? false
    }
    return false
  }

  #tell(event: CrewEvent): void {
    const { json, print } = this.#options
    this.#since[event.leadId] = event.seq
    if (json) {
      print(JSON.stringify(event))
      return
    }
    if (event.type === 'lead:created') this.#crews.set(event.leadId, event.lead.name)
    if (event.type === 'agent:created') this.#agents.set(event.agent.id, shownAgent(event.agent))
    const crew = this.#crews.size > 1 ? (this.#crews.get(event.leadId) ?? event.leadId) : null
    const line = this.#lines.line(event, crew)
    if (line !== null) print(line)
  }

  /** Crews, agents and sessions that were there before. False when the server does not answer. */
  async #learnNames(server: ServerFile): Promise<boolean> {
    const client = createClient(server)
    try {
      const { leads } = await client.get('/api/lead')
      const { lead } = this.#options
      for (const { id, name } of leads.filter((one) => lead === undefined || one.id === lead)) {
        this.#crews.set(id, name)
        const path = { id }
        const { agents } = await client.get('/api/lead/{id}/agents', { path })
        for (const agent of agents) this.#agents.set(agent.id, shownAgent(agent))
        const { state } = await client.get('/api/lead/{id}/snapshot', { path })
        for (const session of Object.values(state.sessions)) this.#lines.sessions.know(session)
      }
      return true
    } catch (error) {
      // A refusal is said by the connection that follows, if it stands.
      return error instanceof CrewroomError && !error.passing
    }
  }
}
