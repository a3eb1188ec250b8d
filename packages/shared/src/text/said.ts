import type { Message } from '../model/message'
import { TEXT } from './catalogue'

/** What an agent reads of a message. */
export function saidIn({ content, deletedAt }: Pick<Message, 'content' | 'deletedAt'>): string {
  return deletedAt === undefined ? content : TEXT.isDeleted
}
