import type { Page, WebSocketRoute } from 'playwright-core'

/** Between the page and the server's socket: tells what passes, and can cut or add to it. */
export class Line {
  readonly frames: string[] = []
  isCut = false
  #routes: WebSocketRoute[] = []

  async attach(page: Page): Promise<this> {
    await page.routeWebSocket(/\/ws$/, (route) => {
      if (this.isCut) {
        void route.close({ code: 1001 })
        return
      }
      this.#routes.push(route)
      const upstream = route.connectToServer()
      upstream.onMessage((data) => {
        if (this.isCut) return
        this.frames.push(String(data))
        route.send(data)
      })
      route.onMessage((data) => upstream.send(data))
    })
    return this
  }

  send(text: string): void {
    this.#routes.at(-1)?.send(text)
  }

  cut(): void {
    this.isCut = true
    for (const route of this.#routes.splice(0)) void route.close({ code: 1001 })
  }
}
