import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AgentContext,
  methods,
  type PromptResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import type { CrewFolder } from './crew-folder'
import type { Notes } from './notes'
import type { Step } from './script'

interface AcpSessionOptions {
  readonly id: string
  readonly script: readonly Step[]
  readonly crew: CrewFolder
  readonly notes: Notes
}

type Say = Extract<Step, { say: string }>

/** Tokens that fit into a model's context, and how many characters one is, more or less. */
const CONTEXT = 200_000
const CHARACTERS_PER_TOKEN = 4
/** What never ends must let in what stops it. */
const ENDLESS_GAP_MS = 20

/**
 * A conversation that follows a script: each prompt plays it on until it waits for something that has not come in.
 * What was cut off by a cancel is not taken up again.
 */
export class AcpSession {
  readonly id: string
  /** Its program is to end after this answer. */
  left = false
  readonly #script: readonly Step[]
  readonly #crew: CrewFolder
  readonly #notes: Notes
  #position = 0
  #heard: string[] = []
  #context = 0
  #stop = new AbortController()

  constructor({ id, script, crew, notes }: AcpSessionOptions) {
    this.id = id
    this.#script = script
    this.#crew = crew
    this.#notes = notes
  }

  open(manifest: string): void {
    this.#notes.add({ kind: 'opened', session: this.id, manifest })
  }

  /** Goes on with an earlier session: tells all that was said in it, as agents do. False when there was none. */
  async load(client: AgentContext): Promise<boolean> {
    const notes = this.#notes.read()
    const opened = notes.findIndex((note) => note.kind === 'opened' && note.session === this.id)
    if (opened < 0) return false
    let replayed = 0
    for (const note of notes.slice(opened)) {
      if (note.kind === 'prompt') this.#heard.push(note.text)
      if (note.kind === 'answered') this.#position = note.position
      const sessionUpdate = replayedAs(note.kind)
      if (!sessionUpdate || !('text' in note)) continue
      await this.#update(client, { sessionUpdate, content: { type: 'text', text: note.text } })
      this.#context += note.text.length
      replayed++
    }
    this.#notes.add({ kind: 'loaded', session: this.id, replayed })
    return true
  }

  cancel(): void {
    this.#stop.abort()
  }

  async prompt(text: string, client: AgentContext): Promise<PromptResponse> {
    this.#notes.add({ kind: 'prompt', text })
    this.#heard.push(text)
    this.#stop = new AbortController()
    const before = this.#context
    for (; this.#position < this.#script.length; this.#position++) {
      const step = this.#script[this.#position]
      if (!step || this.left || this.#stop.signal.aborted) break
      if ('wait' in step && !(await this.#hasHeard(step.wait))) break
      await this.#play(step, client)
    }
    const stopReason = this.#stop.signal.aborted ? 'cancelled' : 'end_turn'
    const output = tokens(this.#context - before)
    this.#context += text.length
    const input = tokens(this.#context)
    const used = input + output
    await this.#update(client, { sessionUpdate: 'usage_update', used, size: CONTEXT })
    this.#notes.add({ kind: 'answered', stopReason, position: this.#position })
    const usage = { inputTokens: input, outputTokens: output, totalTokens: used }
    return { stopReason, usage }
  }

  async #hasHeard(text: string): Promise<boolean> {
    const wanted = await this.#crew.named(text)
    return this.#heard.some((prompt) => prompt.includes(wanted))
  }

  async #play(step: Step, client: AgentContext): Promise<void> {
    if ('leave' in step) this.left = true
    else if ('pause' in step) await this.#pause(step.pause)
    else if ('think' in step) await this.#tell(client, 'thought', step.think)
    else if ('plan' in step) await this.#plan(client, step.plan)
    else if ('tool' in step) await this.#tool(client, step.tool)
    else if ('say' in step) await this.#say(client, step)
  }

  async #say(client: AgentContext, step: Say): Promise<void> {
    const text = await this.#crew.named(step.say)
    const size = step.pieces ?? text.length
    const gap = step.gap ?? (step.endless ? ENDLESS_GAP_MS : 0)
    do {
      for (let at = 0; at < text.length; at += size) {
        if (this.#stop.signal.aborted) return
        await this.#tell(client, 'said', text.slice(at, at + size))
        if (gap > 0) await this.#pause(gap)
      }
    } while (step.endless)
  }

  async #tell(client: AgentContext, kind: 'said' | 'thought', text: string): Promise<void> {
    this.#notes.add({ kind, text })
    this.#context += text.length
    const sessionUpdate = kind === 'said' ? 'agent_message_chunk' : 'agent_thought_chunk'
    await this.#update(client, { sessionUpdate, content: { type: 'text', text } })
  }

  #plan(client: AgentContext, steps: readonly string[]): Promise<void> {
    this.#notes.add({ kind: 'plan', steps })
    const entries = steps.map(
      (content) => ({ content, priority: 'medium', status: 'pending' }) as const,
    )
    return this.#update(client, { sessionUpdate: 'plan', entries })
  }

  async #tool(
    client: AgentContext,
    { title, result }: { title: string; result: string },
  ): Promise<void> {
    this.#notes.add({ kind: 'tool', title, result })
    const toolCallId = `step-${this.#position + 1}`
    await this.#update(client, {
      sessionUpdate: 'tool_call',
      toolCallId,
      title,
      kind: 'execute',
      status: 'in_progress',
    })
    await this.#update(client, {
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'completed',
      content: [{ type: 'content', content: { type: 'text', text: result } }],
    })
  }

  #update(client: AgentContext, update: SessionUpdate): Promise<void> {
    return client.notify(methods.client.session.update, { sessionId: this.id, update })
  }

  /** Shorter when it is stopped meanwhile. */
  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => {})
  }
}

function replayedAs(
  kind: string,
): 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk' | null {
  if (kind === 'prompt') return 'user_message_chunk'
  if (kind === 'said') return 'agent_message_chunk'
  return kind === 'thought' ? 'agent_thought_chunk' : null
}

function tokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}
