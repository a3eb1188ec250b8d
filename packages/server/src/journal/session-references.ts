import type { Message } from '@crewroom/shared/model/message'
import type { RoundRecord } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { DeliveryRecord, FactData } from './facts'

/** What a crew's file says of sessions: each fact follows from earlier ones of the same session. */
export interface SessionReferences {
  /** One that begins here, and one that was opened before. */
  open(session: SessionRecord): void
  change(session: SessionRecord): void
  message(sessionId: string, message: Message): void
  messageIn(sessionId: string, groupName: string, id: string): void
  read(data: FactData['session:read']): void
  /** A delivery, which may bring a question. */
  ask(delivery: DeliveryRecord, seq: number): void
  withdraw(data: FactData['delivery:withdrawn']): void
  /** A round that begins here, or in which an agent is asked again. */
  round(round: RoundRecord, seq: number): void
  respond(data: FactData['round:responded']): void
  close(data: FactData['round:closed']): void
}
