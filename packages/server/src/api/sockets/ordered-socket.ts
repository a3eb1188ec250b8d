import { WebSocket } from 'ws'

/**
 * A socket that lets what was sent leave before each control frame. The library sends some of these alone: it answers pings,
 * and the peer's close.
 */
export class OrderedSocket extends WebSocket {
  beforeControl: () => void = () => {}

  override close(code?: number, reason?: string | Buffer): void {
    this.beforeControl()
    super.close(code, reason)
  }

  override ping(...args: unknown[]): void {
    this.beforeControl()
    super.ping(...args)
  }

  override pong(...args: unknown[]): void {
    this.beforeControl()
    super.pong(...args)
  }
}
