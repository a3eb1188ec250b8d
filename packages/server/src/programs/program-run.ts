import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { SecretMask } from '../journal/ports/mask-port'
import type { RolloutSink } from '../journal/ports/rollout-port'
import type { Logger } from '../logger'
import type { Intake } from '../intake/intake'
import type { ToolCalls } from '../intake/tool-calls'
import type { AnswerBook } from '../rounds/answers'
import type { LiveFeed } from '../crew/live-feed'
import type { AcpConnection } from './acp/acp-connection'
import type { AcpOptions } from './acp/acp-shapes'
import type { AgentChild } from './processes/agent-child'
import type { ChildOptions } from './processes/child-shapes'
import type { Prices } from '@crewroom/shared/model/prices'
import type { PresenceBook } from '../crew/presence'
import type { Shard } from '../crew/shard'
import type { Later } from '../later'
import type { AskModel } from './model/model-shapes'
import type { RestartLimits } from './restart-policy'
import type { SleepLimits } from './sleep'
import type { ToolDoors } from './tool-doors'

/** What a running program needs of the server. */
export interface ProgramRunPorts {
  readonly shard: Shard
  readonly intake: Intake
  readonly answers: AnswerBook
  readonly presence: PresenceBook
  readonly live: LiveFeed
  readonly rollouts: RolloutSink
  readonly programs: Programs
  /** Masks what must not be seen in what a program says, even in the reason for its end. */
  readonly maskOf: (agentId: string) => SecretMask
  readonly logger: Logger
  /** How long a program may take to end on its own, and again after SIGTERM. */
  readonly graceMs: number
  /** How long an ACP program may take to say that it is ready, and to open its session. */
  readonly acpStartMs: number
  /** How long it may take to confirm an interrupt. */
  readonly acpCancelMs: number
  /** What tokens cost, for programs that do not report it. */
  readonly prices: Prices
  readonly sleep: SleepLimits
  /** Runs commands that models call as tools. */
  readonly toolCalls: Pick<ToolCalls, 'call' | 'inboxRead'>
  /** Asks a model; loaded with the first question. */
  readonly model: Later<AskModel>
  /** Hosts of models that the configuration names. */
  readonly modelHosts: ReadonlySet<string>
  /** How often a model is asked again that does not answer, and after which pauses. */
  readonly retries: RestartLimits
  /** Variables of this server, for keys that are named instead of given. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** How long a request for permission waits for a person; null: as long as it takes. */
  readonly permissionMs: number | null
  /** How far the crews were, by lead, when this server started. */
  readonly heads: ReadonlyMap<string, number>
  /** Where programs get Crewroom's tools; null: agents write commands. */
  readonly tools?: { readonly doors: ToolDoors; readonly url: () => string } | null
}

/** A child process as runs use it. */
export type Child = Pick<AgentChild, keyof AgentChild>
/** An ACP connection as runs use it. */
export type AcpPeer = Pick<AcpConnection, keyof AcpConnection>

/** How programs are started, as a port: random tests with many steps use programs without processes. */
export interface Programs {
  spawn(options: ChildOptions): Child
  openAcp(child: Child, options: AcpOptions): Promise<AcpPeer>
}

/** How a program ended. */
export type ProgramRunEnd =
  /** The server ended it. */
  | { readonly kind: 'stopped' }
  /** It ended on its own, normally, with nothing under way: it is started again when there is something for it. */
  | { readonly kind: 'rested' }
  /** The server ended it because it had nothing to do: it is started again when something wakes its agent. */
  | { readonly kind: 'asleep' }
  /** It crashed, and is started again after a pause. */
  | {
      readonly kind: 'crashed'
      readonly reason: string
      /** What its program wrote about it, in up to three lines. */
      readonly said?: readonly string[]
      /** It was never ready. */
      readonly unready?: boolean
    }
  /** Starting it again would not help. */
  | { readonly kind: 'unusable'; readonly reason: string }

/** One program of one agent, or one conversation of a model, from its start to its end. */
export interface ProgramRun {
  readonly agent: AgentRecord
  /** Resolves when nothing of it is left. */
  readonly ended: Promise<ProgramRunEnd>
  /** It is being ended because it had nothing to do: nothing more is handed to it. */
  readonly fallsAsleep: boolean
  /** More is owed, or may be handed over again after a pause. */
  owedChanged(): void
  /** Hands over what waits although none of it wakes. */
  wakeOnce(): void
  /** Its agent has another mode now. False if that must wait for another program. */
  changeMode(): boolean
  /** Interrupts it: what is owed first comes now. With a turn only if that is under way. */
  interrupt(turnId?: string): void
  /** Ends the program and everything it started; resolves when it is gone. */
  stop(): Promise<void>
}
