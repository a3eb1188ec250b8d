import type { DriverSpec } from '@crewroom/shared/model/agent'
import type { CommandName } from '@crewroom/shared/command/payloads'
import type { InboxDoor } from '../../../src/delivery/remote-inbox'
import type { SocketAddress } from '../../../src/api/sockets/upgrade'
import type { AgentFloor } from '../agent-floor'
import type { FakeModel } from '../fake-model'

/**
 * The doors through which an agent's program is in a crew: its driver, a WebSocket (`/ws` is for those who look on), or one at
 * which it gets what it is owed. They come from the product's own tables, so a new one is a type error until its cells are there.
 */
export type Door = Exclude<DriverSpec['kind'], 'remote'> | Exclude<SocketAddress, '/ws'> | InboxDoor

/** A part of an answer. The end of it is held back for a moment: a secret might begin there. */
export const HALF = 'half of it, and there is more to say about all of that, '

export interface Room {
  readonly floor: AgentFloor
  readonly model: FakeModel
}

/** Where a program is asked, and what it is told there. */
export interface Place {
  readonly group: string
  readonly conversationId: string
  readonly sessionId: string
}

/** A program of an agent at one door. What a door has no way for is refused: the words that its program gets. */
export interface AtDoor extends AsyncDisposable {
  /** The text with these words that it is given, now or when it comes. */
  given(words: string): Promise<string>
  /** What was written in a group before it came: given, or read. */
  history(words: string, place: Place): Promise<string>
  /** The reply to a command. */
  runs(command: CommandName, payload: object): Promise<string>
  /** Answers the question with these words. */
  answers(words: string, content: string): Promise<void>
  /** Begins to answer the question with these words, and goes on for as long as it may; words of a refusal, or null. */
  begins(words: string, text: string): Promise<string | null>
  /** Tells it to stop what it began. */
  ends?(): void
}

export interface DoorKind {
  /** How its agent is made. */
  driver(room: Room, name: string): object
  connect(room: Room, agent: Agent): Promise<AtDoor>
}

export interface Agent {
  readonly name: string
  readonly id: string
  readonly token: string
  readonly place: Place
}
