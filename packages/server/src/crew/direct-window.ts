import type { DirectMessage } from '@crewroom/shared/model/direct-message'
import type { DeliveryRecord } from '../journal/facts'
import type { SentDirect } from '../journal/ports/reader-port'

/** Direct messages with an id of their sender's that are not durable yet; the others are in the tables. */
export class DirectWindow {
  #sent: { message: DirectMessage; deliveries: DeliveryRecord[] }[] = []

  push(message: DirectMessage): void {
    if (message.clientId !== undefined) this.#sent.push({ message, deliveries: [] })
  }

  deliver(delivery: DeliveryRecord): void {
    const { content } = delivery
    if (content.form !== 'message') return
    this.#sent.find(({ message }) => message.id === content.messageId)?.deliveries.push(delivery)
  }

  findByClient(from: string, clientId: string): SentDirect | undefined {
    return this.#sent.find(({ message }) => message.from === from && message.clientId === clientId)
  }

  settled(seq: number): void {
    this.#sent = this.#sent.filter(({ message }) => message.seq > seq)
  }
}
