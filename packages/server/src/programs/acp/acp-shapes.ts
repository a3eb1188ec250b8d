import type { Clock } from '../../clock'
import type { AcpOutcome, AcpUsage, AgentInfo, Fields } from './acp-values'

export interface AcpHandlers {
  /** The agent's own message text, never empty; `messageId` where the agent gives one. */
  text(delta: string, messageId: string | null): void
  thought(delta: string): void
  /** Everything else, as the protocol has it, including chunks that are not text, and empty ones with `_meta`. */
  update(update: object): void
  /** Anything of its session that comes while no prompt is under way, as the protocol has it. */
  unasked(update: object): void
  /** Awaited before every further protocol message is read: back-pressure. */
  ready(): Promise<void>
  /** The answer to a request for permission, whenever it comes; `isCancelled`: the request's turn is cancelled. */
  permission(request: Fields, isCancelled: boolean): Promise<AcpOutcome>
  /** The turn is cancelled, or the connection has ended: answer every open request now. */
  cancelled(): void
}

export interface AcpOptions {
  readonly clock: Clock
  readonly cwd: string
  readonly systemPrompt: string
  /** Tools for the session, where the agent can use such a server. It is then given no system prompt, which would come too early to say how it acts. */
  readonly tools?: object | null
  /** How this family of agents takes a system prompt if they do not advertise the protocol's way. */
  readonly sessionMeta?: 'claude' | null
  /** An earlier session to continue. */
  readonly resume: string | null
  /**
   * Against the protocol, the agent may replay an earlier session after it has said that the session is loaded; the
   * replay begins within this many milliseconds. Null if it does not.
   */
  readonly replayBeginsMs?: number | null
  /** Text without a message's id is a notice of the program, passed on as an update. */
  readonly noticesWithoutId?: boolean
  /** The same for text that matches this. */
  readonly notices?: RegExp | null
  /** The mode to put the session into, if the agent has that mode and begins in another one. */
  readonly mode?: string | null
  /** Without that mode the session is refused. */
  readonly isModeChosen?: boolean
  /** How a person logs in; null if only the agent can say. */
  readonly login?: string | null
  readonly initializeMs: number
  readonly sessionMs: number
  /** Called with what the agent says about itself, before a session is opened. */
  readonly introduced?: (about: Fields) => void
  /** A longer line ends the connection. 16 MiB if not given. */
  readonly maxLineBytes?: number
  readonly handlers: AcpHandlers
}

export interface AcpOpened {
  readonly sessionId: string
  /** The earlier session continues; false if it cannot. */
  readonly loaded: boolean
  /** A later program of this agent can continue this session. */
  readonly canGoOn: boolean
  /** False: the agent was given no system prompt; put it into the first prompt of a session that was not loaded. */
  readonly systemPromptTaken: boolean
  /** It was offered tools. */
  readonly toolsOffered: boolean
  readonly agentInfo: AgentInfo | null
  /** The model that the session runs; null if the agent does not say. */
  readonly model: string | null
  /** What the agent said about the session when it opened it, unchecked. */
  readonly session: Fields
}

export interface AcpTurnEnd {
  readonly stopReason: string
  readonly usage: AcpUsage | null
  /** The model that worked on the turn, if the answer names one. */
  readonly model: string | null
}
