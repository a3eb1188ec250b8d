/** What most messages do without: fetched with the first one that replies or has parts. */
export { MessageParts } from './MessageParts'
export { Quote } from './Quote'
export { ReplyingTo } from './ReplyingTo'
