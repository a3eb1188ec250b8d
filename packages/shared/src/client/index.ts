export { CrewroomError } from './crewroom-error'
export {
  type BodyOf,
  createClient,
  type Client,
  type ClientInit,
  type ClientOptions,
  type QueryOf,
  type ReplyOf,
  type RequestOf,
} from './http'
export { connectAgent, type Agent, type AgentOptions, type ConnectionEnd } from './connect-agent'
export type { Turn } from './agent-turn'
export type { CommandResult, InboxItem } from './agent-frames'
export {
  connectObserver,
  type Observer,
  type ObserverOptions,
  type Place,
  type Snapshot,
} from './connect-observer'
export type { LiveFrame } from './frames'
export type { CrewEvent } from '../protocol/events'
export type { CrewState } from '../state/crew-state'
export type { ConnectionState, SocketLike } from './reconnecting-socket'
export type { SocketClass } from './open-socket'
export type { Timing } from './timing'
export type { paths } from './api-types'
