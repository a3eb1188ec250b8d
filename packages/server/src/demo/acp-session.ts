import {
  type AgentContext,
  methods,
  type PromptResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable'
import type { CrewFolder } from './crew-folder'
import type { Notes } from './notes'
import type { Pace } from './pace'
import { answerTo, asksPerson, personSaid } from './person-said'
import type { Step, Tool } from './script'

interface AcpSessionOptions {
  readonly id: string
  readonly script: readonly Step[]
  readonly crew: CrewFolder
  readonly notes: Notes
  readonly pace: Pace
}

type Say = Extract<Step, { say: string }>
type Reply = Extract<Step, { reply: unknown }>
type Meanwhile = Extract<Step, { meanwhile: unknown }>['meanwhile']

const WHOLE = { pieces: undefined, gap: 0 }

/** Tokens that fit into a model's context, and how many characters one is, more or less. */
const CONTEXT = 200_000
const CHARACTERS_PER_TOKEN = 4
/** What a token costs in this story, in US dollars. */
const DOLLARS_PER_TOKEN = 0.000_003
/** What never ends must let in what stops it, and others. */
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
  readonly #pace: Pace
  #position = 0
  #heard: string[] = []
  /** How many words of the person were answered, or came before they were asked. */
  #answered = 0
  #plan: readonly string[] = []
  /** Characters in the model's context. */
  #context = 0
  #cost = 0
  #stop = new AbortController()

  constructor({ id, script, crew, notes, pace }: AcpSessionOptions) {
    this.id = id
    this.#script = script
    this.#crew = crew
    this.#notes = notes
    this.#pace = pace
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
      if (note.kind === 'answered' || note.kind === 'played') {
        this.#position = note.position
        this.#answered = note.words
      }
      if (note.kind === 'plan') this.#plan = note.steps
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
      if ('wait' in step) {
        if (!(await this.#hasHeard(step.wait))) break
        await this.#pace.reading(this.#stop.signal)
      } else if ('reply' in step) {
        if (!(await this.#reply(step, client))) break
      } else await this.#play(step, client)
      // What was cut off is not begun again: only what comes after it.
      this.#note(this.#position + 1)
    }
    const stopReason = this.#stop.signal.aborted ? 'cancelled' : 'end_turn'
    const output = tokens(this.#context - before)
    this.#context += text.length
    const input = tokens(this.#context)
    const used = input + output
    this.#cost += used * DOLLARS_PER_TOKEN
    const cost = { amount: this.#cost, currency: 'USD' }
    await this.#update(client, { sessionUpdate: 'usage_update', used, size: CONTEXT, cost })
    const { position, words } = { position: this.#position, words: this.#answered }
    this.#notes.add({ kind: 'answered', stopReason, position, words })
    const usage = { inputTokens: input, outputTokens: output, totalTokens: used }
    return { stopReason, usage }
  }

  /** False while there is something of the person to wait for. */
  async #reply({ reply }: Reply, client: AgentContext): Promise<boolean> {
    for (;;) {
      const said = this.#personSaid()[this.#answered]
      if (said === undefined) return false
      this.#answered++
      await this.#pace.reading(this.#stop.signal)
      const answer = answerTo(said, reply)
      if (answer) await this.#say(client, { say: answer.say })
      if (answer && !answer.again) return true
    }
  }

  #personSaid(): string[] {
    return personSaid(this.#heard.flatMap((prompt) => prompt.split('\n')))
  }

  #note(position: number): void {
    this.#notes.add({ kind: 'played', position, words: this.#answered })
  }

  async #hasHeard(text: string): Promise<boolean> {
    const wanted = await this.#crew.named(text)
    return this.#heard.some((prompt) => prompt.includes(wanted))
  }

  async #play(step: Step, client: AgentContext): Promise<void> {
    if ('asked' in step)
      throw new Error(`only an agent that reads a pipe can do this: ${step.asked}`)
    if ('leave' in step) this.left = true
    else if ('pause' in step) await this.#pace.pause(step.pause, this.#stop.signal)
    else if ('think' in step) {
      await this.#write(client, 'thought', step.think)
      await this.#pace.thinking(this.#stop.signal)
    } else if ('plan' in step) {
      this.#plan = step.plan
      await this.#tellPlan(client, 0)
    } else if ('done' in step) await this.#tellPlan(client, step.done)
    else if ('tool' in step) await this.#tool(client, step.tool)
    else if ('meanwhile' in step) await this.#meanwhile(step.meanwhile)
    else if ('say' in step) await this.#say(client, step)
  }

  async #say(client: AgentContext, step: Say): Promise<void> {
    if (asksPerson(step.say)) this.#answered = this.#personSaid().length
    const text = await this.#crew.named(step.say)
    do {
      const gap = step.gap ?? (step.endless ? ENDLESS_GAP_MS : 0)
      await this.#write(client, 'said', text, { pieces: step.pieces, gap })
    } while (step.endless && !this.#stop.signal.aborted)
  }

  async #write(
    client: AgentContext,
    kind: 'said' | 'thought',
    text: string,
    { pieces, gap }: { readonly pieces: number | undefined; readonly gap: number } = WHOLE,
  ): Promise<void> {
    const speech = this.#pace.speech(text.length, pieces, gap)
    for (let at = 0; at < text.length; at += speech.size) {
      if (this.#stop.signal.aborted) return
      await this.#tell(client, kind, text.slice(at, at + speech.size))
      await this.#pace.wait(speech.gap, this.#stop.signal)
    }
  }

  async #tell(client: AgentContext, kind: 'said' | 'thought', text: string): Promise<void> {
    this.#notes.add({ kind, text })
    this.#context += text.length
    const sessionUpdate = kind === 'said' ? 'agent_message_chunk' : 'agent_thought_chunk'
    await this.#update(client, { sessionUpdate, content: { type: 'text', text } })
  }

  async #meanwhile({ agent, heard }: Meanwhile): Promise<void> {
    const notes = this.#crew.notesOf(agent)
    while (!this.#stop.signal.aborted && !notes.lines().some((line) => line.includes(heard))) {
      await this.#pace.wait(ENDLESS_GAP_MS, this.#stop.signal)
    }
  }

  #tellPlan(client: AgentContext, done: number): Promise<void> {
    this.#notes.add({ kind: 'plan', steps: this.#plan, done })
    const entries = this.#plan.map((content, at) => ({
      content,
      priority: 'medium' as const,
      status: statusOf(at, done),
    }))
    return this.#update(client, { sessionUpdate: 'plan', entries })
  }

  async #tool(client: AgentContext, { title, result, tokens: read = 0 }: Tool): Promise<void> {
    this.#context += read * CHARACTERS_PER_TOKEN
    this.#notes.add({ kind: 'tool', title, result })
    const toolCallId = `step-${this.#position + 1}`
    await this.#update(client, {
      sessionUpdate: 'tool_call',
      toolCallId,
      title,
      kind: 'execute',
      status: 'in_progress',
    })
    await this.#pace.working(this.#stop.signal)
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
}

function statusOf(at: number, done: number): 'completed' | 'in_progress' | 'pending' {
  if (at < done) return 'completed'
  return at === done ? 'in_progress' : 'pending'
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
