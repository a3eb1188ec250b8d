import type { BrowserContext, Page } from 'playwright-core'

/** A flash, a toast or a moment to take something back, what an agent writes just now, an answered request. */
const ENDS_MS = [1_700, 5_000, 8_050, 10_000]

export const FLASH_MS = 1_700
/** An answer, a removed member or rule can be taken back for so long. */
export const UNDO_MS = 5_000

interface Held {
  readonly delays: number[]
  pass(ms: number): void
}

/**
 * What ends by itself on a page lasts until a test lets the time pass (`pass`): a busy machine may look only after a
 * toast has gone. Timers of other delays go on. Applies to what is loaded from now on.
 */
export async function holdEnds(
  pages: BrowserContext | Page,
  delays: readonly number[] = ENDS_MS,
): Promise<void> {
  await pages.addInitScript((more: readonly number[]) => {
    const global = globalThis as unknown as { heldEnds?: Held }
    if (global.heldEnds) {
      global.heldEnds.delays.push(...more)
      return
    }
    // A toast that stays lies over nothing that is pressed; its own button can be pressed.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '.toast { pointer-events: none !important } .toast button { pointer-events: auto }',
    )
    document.adoptedStyleSheets.push(sheet)
    const [start, stop] = [globalThis.setTimeout, globalThis.clearTimeout]
    const held = [...more]
    const waiting = new Map<unknown, { readonly ms: number; readonly run: () => void }>()
    const hold = (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) => {
      if (ms === undefined || !held.includes(ms)) return start(run, ms, ...values)
      const id = start(() => {}, 2 ** 31 - 1)
      waiting.set(id, { ms, run: () => run(...values) })
      return id
    }
    const end = (id?: ReturnType<typeof setTimeout>) => {
      waiting.delete(id)
      stop(id)
    }
    Object.assign(globalThis, { setTimeout: hold, clearTimeout: end })
    global.heldEnds = {
      delays: held,
      pass(ms) {
        // What they start in turn lasts.
        const due = [...waiting].filter(([, own]) => own.ms <= ms)
        for (const [id, own] of due) if (waiting.delete(id)) own.run()
      },
    }
  }, delays)
}

/** As if so much time had passed: what would have ended by itself until then ends now. */
export const pass = (page: Page, ms: number): Promise<void> =>
  page.evaluate((by) => (globalThis as unknown as { heldEnds: Held }).heldEnds.pass(by), ms)
