import type { AgentRecord } from '@crewroom/shared/model/agent'
import { TEXT } from '@crewroom/shared/text/catalogue'
import type { Acts } from '@crewroom/shared/text/manifest'
import { TOOL_TEXT } from '@crewroom/shared/text/tool-texts'
import { isActive } from '../../crew/directory'
import {
  agentMustWake,
  beginHandOver,
  endHandOver,
  hold,
  isRound,
  itemsOf,
  mayHold,
  openCrews,
  type OpenHandOver,
  openTurns,
  stored,
} from '../../delivery/hand-over'
import { leaves } from '../../delivery/attach'
import { takeUnansweredRound } from '../../delivery/unanswered-round'
import { manifestKeys, manifestParts, tellManifest } from '../../agents/manifest'
import type { Shard } from '../../crew/shard'
import { promptLines } from '../../delivery/prompt-lines'
import type { TurnItem } from '../../crew/turn-item'
import { planTurn } from '../../delivery/plan-turn'

/** A prompt: the turns that it hands over, and its text. */
export interface Prompt {
  readonly turnIds: readonly string[]
  readonly text: string
  /** What is said to it answers a round; `continued`: part of that was said before. */
  readonly round: 'begun' | 'continued' | null
}

/** What the next prompt brings. */
interface Brought {
  readonly turnIds: readonly string[]
  /** The agent may have been given these before. */
  readonly again: readonly TurnItem[]
  readonly fresh: readonly TurnItem[]
  readonly round: Prompt['round']
  /** Turns of it that the model had forgotten. */
  readonly forgotten: readonly string[]
}

/** What a new session was told when it was opened. */
export interface SessionStart {
  /** An earlier conversation continues: its model knows the manifest of that time, and what it was working on. */
  readonly loaded: boolean
  /** The model has the manifest as its system prompt, which stays whatever happens to the conversation. */
  readonly hasSystemPrompt: boolean
  /** It was offered tools, and how it acts. */
  readonly toolsOffered: boolean
  readonly acts: Acts
  /** An earlier conversation could not be continued: the model has forgotten its tasks as well. */
  readonly lost: boolean
  /**
   * Which parts of the manifest the session was given, by key; null if it took none, so that the first prompt brings
   * it.
   */
  readonly told: readonly string[] | null
  /**
   * How far the crews were, by lead, when this server started: it shows whether the work of an earlier process ended
   * with the server or with that process.
   */
  readonly heads: ReadonlyMap<string, number>
}

/** Makes the prompts of one ACP session: everything owed, and what the model must know besides. */
export class AcpPrompts {
  readonly #shard: Shard
  readonly #agentId: string
  /** Which parts of the manifest the model was told, by key. */
  #told: readonly string[] = []
  /** Set while the session was given no manifest yet: it needs one with or without the tasks. */
  #untold: { readonly withTasks: boolean } | null = null
  /** Says that its earlier conversation is gone, or was shortened. */
  #lost: string | null = null
  #hasSystemPrompt = false
  #acts: Acts = 'commands'
  /** Says how it acts now, where an earlier conversation may have said otherwise. */
  #way: string | null = null
  /** Says that the work of an earlier process has to be continued. */
  #goOn: string | null = null
  /** Turns of that work which the model does not know: they are handed over again. */
  readonly #forgotten = new Set<string>()
  /** Turns that were answered and are not known to be stored as ended. */
  readonly #finished = new Set<string>()

  readonly #forgetsCutOff: boolean

  constructor(shard: Shard, agentId: string, forgetsCutOff = false) {
    this.#shard = shard
    this.#agentId = agentId
    this.#forgetsCutOff = forgetsCutOff
  }

  /**
   * A session begins. What an earlier process was working on is not handed over again if the conversation still has
   * it; the agent is asked to continue instead.
   */
  begin(start: SessionStart): void {
    if (!start.loaded && start.told === null) this.#untold = { withTasks: start.lost }
    if (start.lost) this.#lost = TEXT.lost
    this.#hasSystemPrompt = start.hasSystemPrompt
    this.#acts = start.acts
    if (start.loaded && start.toolsOffered) {
      this.#way = start.acts === 'tools' ? TOOL_TEXT.actsByTools : TOOL_TEXT.actsByCommands
    }
    // A model that continues knows only the members of that time, so it gets the present ones.
    this.#told = start.loaded ? [] : (start.told ?? [])
    const seen = openTurns(this.#shard, this.#agentId, true).filter(({ turn }) => turn.seen)
    if (seen.length === 0) return
    const withServer = seen.some(
      ({ crew, turn }) => turn.seq <= (start.heads.get(crew.state.lead.id) ?? 0),
    )
    this.#goOn = withServer ? TEXT.restart : TEXT.crashed
    if (!start.lost && !this.#forgetsCutOff) return
    for (const { turn } of seen) this.#forgotten.add(turn.id)
  }

  /** The conversation was shortened: what was said in it may be gone. */
  compacted(): void {
    if (this.#hasSystemPrompt || this.#untold) return
    this.#untold = { withTasks: true }
    this.#lost = TEXT.compacted
  }

  /** The oldest part of the conversation was dropped, and the system prompt says these parts of the manifest now. */
  retold(keys: readonly string[]): void {
    this.#told = keys
    this.#lost = TEXT.shortened
  }

  /**
   * The next prompt, with its turn stored; null if there is no reason for one. With `wanted` anything that waits is a
   * reason. Rejects if storage refuses: everything is still owed then.
   */
  async next(wanted: boolean): Promise<Prompt | null> {
    const shard = this.#shard
    const id = this.#agentId
    const agent = shard.crewOf(id)?.state.agents[id]
    // An agent that has ended begins nothing: its open turns and owed items wait until it is revived.
    if (!agent || !isActive(agent)) return null
    this.#endDeadRounds()
    takeUnansweredRound(shard, id)
    const open = openTurns(shard, id).filter(({ turn }) => !this.#finished.has(turn.id))
    const turns = open.filter((one) => !isRound(one))
    const asked = open.find(isRound)
    const inWork = this.#goOn !== null && turns.some(({ turn }) => turn.seen)
    const unknown = turns.filter(({ turn }) => !turn.seen)
    const forgotten = turns.filter(({ turn }) => turn.seen && this.#forgotten.has(turn.id))
    const isDue = inWork || unknown.length > 0 || forgotten.length > 0
    // A round is alone in its prompt. What was under way when its program ended is continued first.
    if (asked && (asked.turn.seen || !isDue)) {
      return await this.#prompt(agent, this.#roundAgain(asked))
    }
    if (!isDue && !wanted) {
      if (!agentMustWake(shard, id)) return null
      // The item that wakes may not be stored yet, and what is stored already does not justify a prompt.
      if (!this.#hasReason()) await stored(shard, id)
    }
    const begun = beginHandOver(shard, id, undefined, isDue)
    if (!begun && !isDue) return null
    const items = itemsOf(shard, unknown)
    // A stored turn may be one whose prompt never left.
    const left = items.filter((item) => mayHold(shard, id, item))
    return await this.#prompt(agent, {
      turnIds: [...turns.map(({ turn }) => turn.id), ...(begun?.turnIds ?? [])],
      again: [...itemsOf(shard, forgotten), ...left],
      fresh: [...items.filter((item) => !left.includes(item)), ...(begun?.items ?? [])],
      round: begun?.items.some(({ kind }) => kind === 'round') ? 'begun' : null,
      forgotten: forgotten.map(({ turn }) => turn.id),
    })
  }

  /** A round that was handed over before: all of it again, or only the request to continue. */
  #roundAgain(asked: OpenHandOver): Brought {
    const { turn } = asked
    const isKnown = turn.seen && !this.#forgotten.has(turn.id)
    const items = isKnown ? [] : itemsOf(this.#shard, [asked])
    const again = items.filter((item) => turn.seen || mayHold(this.#shard, this.#agentId, item))
    return {
      turnIds: [turn.id],
      again,
      fresh: items.filter((item) => !again.includes(item)),
      round: isKnown ? 'continued' : 'begun',
      forgotten: isKnown ? [] : [turn.id],
    }
  }

  /** Rounds that got no answer in time, or were stopped, before their program could be asked: nobody waits for them. */
  #endDeadRounds(): void {
    const shard = this.#shard
    for (const open of openTurns(shard, this.#agentId)) {
      const { id, parts, deliveryIds } = open.turn
      const mayBe = parts.length === 0 && deliveryIds.length === 1 && !this.#finished.has(id)
      if (!mayBe || isRound(open)) continue
      if (itemsOf(shard, [open])[0]?.kind !== 'round') continue
      endHandOver(shard, this.#agentId, [id], 'cancelled')
    }
  }

  async #prompt(agent: AgentRecord, brought: Brought): Promise<Prompt> {
    const shard = this.#shard
    const id = this.#agentId
    const { turnIds, again, fresh, round } = brought
    const items = [...again, ...fresh]
    const { keys, parts } = this.#untold
      ? this.#wholeManifest(agent, items)
      : this.#manifestChanges()
    // What was just read from memory leaves with the hand-over, once both are durable.
    await stored(shard, id)
    this.#told = keys
    const [urgent, rest] = [true, false].map((wanted) =>
      fresh.filter(({ kind }) => (kind === 'interrupt') === wanted),
    )
    const texts = [
      ...(urgent ?? []).map((item) => item.text),
      ...(urgent?.length ? [TEXT.cutOff] : []),
      ...[this.#lost, this.#way, ...parts, this.#goOn].flatMap((part) =>
        part === null ? [] : [part, ''],
      ),
      ...(again.length > 0 ? [TEXT.repeat(again.length)] : []),
      ...promptLines(this.#shard, again),
      ...promptLines(this.#shard, rest ?? []),
    ]
    this.#untold = null
    this.#lost = null
    this.#way = null
    this.#goOn = null
    for (const turnId of brought.forgotten) this.#forgotten.delete(turnId)
    hold(shard, id, items)
    leaves(shard, id)
    return { turnIds, text: texts.join('\n').trimEnd(), round }
  }

  /** Whether a later process would know as much about the conversation as this one. */
  get mayEnd(): boolean {
    return this.#finished.size === 0 && this.#lost !== TEXT.compacted
  }

  /** Whether the next hand-over has something that wakes, as far as can be seen without waiting. */
  #hasReason(): boolean {
    const shard = this.#shard
    const crews = shard.crewsOf(this.#agentId)
    if (crews.every((crew) => crew.durableSeq >= crew.state.seq)) return true
    return openCrews(shard, this.#agentId).some((crew) =>
      planTurn(shard, crew, this.#agentId)?.items.some((item) => item.wake),
    )
  }

  /** Turns that were answered are not handed over again, even before their end is stored. */
  answered(turnIds: readonly string[]): void {
    for (const id of turnIds) this.#finished.add(id)
  }

  /** The end of these turns is stored. */
  ended(turnIds: readonly string[]): void {
    for (const id of turnIds) this.#finished.delete(id)
  }

  /** Made together with its prompt, however long after the session was opened. */
  #wholeManifest(
    agent: AgentRecord,
    items: readonly TurnItem[],
  ): { keys: readonly string[]; parts: string[] } {
    const crew = this.#shard.crewOf(agent.id)
    if (!crew) throw new Error('an agent without a crew')
    const withTasks = this.#untold?.withTasks === true
    const beside = items.map((item) => item.text)
    const { text, keys } = tellManifest(this.#shard, crew, agent, withTasks, beside, this.#acts)
    return { keys, parts: [text] }
  }

  /** Parts of the manifest that have changed since the model was told. */
  #manifestChanges(): { keys: readonly string[]; parts: string[] } {
    const keys = manifestKeys(this.#shard, this.#agentId)
    const parts = manifestParts(this.#shard, this.#agentId, this.#acts).filter(
      (part, index) => keys[index] !== this.#told[index] && part !== '',
    )
    return { keys, parts }
  }
}
