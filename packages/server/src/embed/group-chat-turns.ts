import type { NeedRecord } from '@crewroom/shared/model/need'
import { HUMAN } from '@crewroom/shared/model/participant'
import { CrewError } from '@crewroom/shared/protocol/errors'
import type { Core } from '../core'
import type { Crew } from '../crew/crew'
import type { By } from '../crew/shard'
import { nextSpeaker } from '../discussions/change-run'
import { skipTurn } from '../discussions/skip-turn'
import { postToSession } from '../sessions/post-to-session'
import type { Act } from './chat-group-registry'
import type { HumanNeeded } from './embed-api'
import type { Conversation } from './group-chat-conversation'
import { endRun } from './end-group-chat'

const BY_PERSON: By = { actor: HUMAN, cause: { kind: 'request' } }

export interface TurnsPorts {
  readonly core: Core
  readonly act: Act
  readonly conversationOf: (crew: Crew, sessionId: string) => Conversation | undefined
  /** Nobody answers it here. */
  readonly needed: (turn: HumanNeeded) => void
  readonly answered: (conversation: Conversation, runId: string) => void
  readonly functionFailed: (sessionId: string, name: string, error: unknown) => void
  readonly failed: (error: unknown) => void
}

/** The person's turns. */
export class Turns {
  readonly #ports: TurnsPorts

  constructor(ports: TurnsPorts) {
    this.#ports = ports
  }

  /** A turn was opened, or is open when a conversation is gone on with. */
  opened(crew: Crew, need: NeedRecord): void {
    const { turn, text: prompt } = need
    const conversation = turn && this.#ports.conversationOf(crew, turn.sessionId)
    if (turn && conversation) void this.#ask(crew, need, turn, prompt, conversation)
  }

  /** What waits for the person in a session. */
  openIn(crew: Crew, sessionId: string): NeedRecord | undefined {
    return Object.values(crew.state.needs).find(({ turn }) => turn?.sessionId === sessionId)
  }

  /** The person's answer; a blank one passes the turn over. */
  answer(crew: Crew, { turn, groupName }: NeedRecord, content: string): void {
    if (!turn) return
    const { core, act } = this.#ports
    const { sessionId: session, runId, asks } = turn
    act(() => {
      const said = content.trim()
      if (said === '') skipTurn(core.shard, BY_PERSON, runId)
      else if (asks === 'answer') {
        const group = groupName ?? ''
        postToSession(core.shard, crew, BY_PERSON, { group, session, content })
      } else if (said.toUpperCase() === 'TERMINATE') endRun(core.shard, crew, runId, 'terminated')
      else nextSpeaker(core.shard, BY_PERSON, runId, said)
    })
    const conversation = this.#ports.conversationOf(crew, session)
    if (conversation && asks === 'answer') this.#ports.answered(conversation, runId)
  }

  async #ask(
    crew: Crew,
    need: NeedRecord,
    { sessionId: conversationId, runId, asks }: NonNullable<NeedRecord['turn']>,
    prompt: string,
    conversation: Conversation,
  ): Promise<void> {
    // What was published is not looked at in the middle of publishing.
    await Promise.resolve()
    const { leadId } = conversation.run
    const run = crew.state.runs[runId]
    if (!run || !crew.state.needs[need.id]) return
    const history = conversation.historyOf(crew, run)
    const { onHuman } = conversation.context
    if (!onHuman) return this.#ports.needed({ conversationId, history, prompt })
    const { signal } = conversation.over
    let said = ''
    try {
      said = String(await onHuman(history, prompt, { conversationId, asks, signal }))
    } catch (error) {
      if (!signal.aborted) this.#ports.functionFailed(conversationId, 'human', error)
    }
    if (!signal.aborted) this.#settle(leadId, need, said)
  }

  #settle(leadId: string, need: NeedRecord, said: string): void {
    // Memory may have been read again from the tables meanwhile.
    const crew = this.#ports.core.shard.crew(leadId)
    // Somebody else may have answered, or its time was over.
    if (!crew.state.needs[need.id]) return
    try {
      this.answer(crew, need, said)
    } catch (error) {
      if (!(error instanceof CrewError) || error.code === 'storage_failed') {
        return this.#ports.failed(error)
      }
      // It names nobody, or is too long: the conversation goes on.
      this.#ports.functionFailed(need.turn?.sessionId ?? '', 'human', error)
      this.#settle(leadId, need, '')
    }
  }
}
