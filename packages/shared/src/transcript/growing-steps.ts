import type { EnhancedAIChunk, SemanticStep } from './chunks'
import type { ParsedMessage, Time, TokenUsage } from './messages'
import { MetricsSum } from './metrics'
import { stepsOfMessage, type StepDraft } from './semantic-steps'
import { ContextCounter } from './step-context'
import { fillGaps, firstOpen } from './step-gaps'
import { StepGrouper, type OpenGroup } from './step-groups'
import { TAGS, textsOf } from './tags'

/** A step with what is around it. */
export interface StepEntry {
  readonly draft: StepDraft
  readonly contextTokens: number | undefined
  group: OpenGroup | null
  /** With its end; null: it was not filled yet. */
  step: SemanticStep | null
}

/**
 * The steps of a chunk as it grows. A record touches what it adds, and the steps before it whose end it is: a chunk of
 * ten thousand records is not read again for the next one.
 */
export class GrowingSteps {
  /** Somebody can see something of it. */
  isShown = false
  thinkingTokens = 0
  toolCalls = 0
  outputs = 0
  firstThought: string | undefined
  usage: TokenUsage | null = null
  /** What all of this was before the last record, which may come again, changed. */
  #before: Before | null = null
  readonly #sum = new MetricsSum()
  readonly #context = new ContextCounter()
  #entries: StepEntry[] = []
  /** Those of the entries, as far as they are filled. */
  readonly #steps: SemanticStep[] = []
  #grouper = new StepGrouper()
  /** From here on the ends of steps are not final. */
  #open = 0
  #last: StepDraft | null = null
  #isInOrder = true

  add(message: ParsedMessage): void {
    this.#before = this.#now()
    this.#sum.add(message)
    this.#read(message)
  }

  /** The last record has changed. False: its steps are not the last ones, so that all must be read again. */
  replaceLast(message: ParsedMessage): boolean {
    const before = this.#before
    if (before === null) return false
    const { entries, last, ...counts } = before
    for (const entry of this.#entries.splice(entries).toReversed()) this.#grouper.takeBack(entry)
    this.#steps.length = Math.min(this.#steps.length, entries)
    this.#open = Math.min(this.#open, firstOpen(this.#entries))
    this.#last = last
    Object.assign(this, counts)
    this.#sum.replace(message)
    this.#read(message)
    return true
  }

  #now(): Before {
    const { isShown, thinkingTokens, toolCalls, outputs, firstThought } = this
    const counts = { isShown, thinkingTokens, toolCalls, outputs, firstThought }
    return { ...counts, entries: this.#entries.length, last: this.#last }
  }

  #read(message: ParsedMessage): void {
    if (message.usage !== undefined) this.usage = message.usage
    const contextTokens = this.#context.at(message)
    for (const draft of stepsOfMessage(message)) this.#addStep(draft, contextTokens)
    if (!this.isShown) this.isShown = this.#last !== null || isOfTeam(message)
  }

  #addStep(draft: StepDraft, contextTokens: number | undefined): void {
    // A refused tool is written down as refused, and then as an interruption: that is one.
    if (draft.step.type === 'interruption' && this.#last?.step.type === 'interruption') return
    this.#last = draft
    this.#count(draft.step)
    const entry: StepEntry = { draft, contextTokens, group: null, step: null }
    if ((this.#entries.at(-1)?.draft.at ?? -Infinity) > draft.at) this.#isInOrder = false
    this.#entries.push(entry)
    this.#grouper.add(entry)
  }

  #count({ type, content, tokens }: SemanticStep): void {
    if (type === 'tool_call') this.toolCalls += 1
    if (type === 'output') this.outputs += 1
    if (type !== 'thinking') return
    this.thinkingTokens += tokens?.output ?? 0
    this.firstThought ??= content.thinkingText
  }

  /** A record was written before one that is older. */
  #sort(): void {
    this.#isInOrder = true
    this.#before = null
    this.#entries = this.#entries.toSorted((a, b) => a.draft.at - b.draft.at)
    this.#grouper = new StepGrouper()
    for (const entry of this.#entries) this.#grouper.add(entry)
    this.#open = 0
  }

  /** Those that did not change are the same objects as the last time. */
  built(chunkEnd: Time): Pick<EnhancedAIChunk, 'steps' | 'stepGroups' | 'metrics' | 'usage'> {
    if (!this.#isInOrder) this.#sort()
    const from = this.#open
    this.#open = fillGaps(this.#entries, from, chunkEnd)
    for (let at = from; at < this.#entries.length; at += 1) {
      const { step } = this.#entries[at] ?? {}
      if (step) this.#steps[at] = step
    }
    return {
      steps: this.#steps.slice(),
      stepGroups: this.#grouper.built(),
      metrics: this.#sum.metrics(),
      usage: this.usage,
    }
  }
}

type Before = Pick<
  GrowingSteps,
  'isShown' | 'thinkingTokens' | 'toolCalls' | 'outputs' | 'firstThought'
> & {
  readonly entries: number
  readonly last: StepDraft | null
}

const isOfTeam = (message: ParsedMessage) =>
  textsOf(message).some((text) => text.includes(TAGS.teammate))
