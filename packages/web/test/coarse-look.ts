import type { Page } from 'playwright-core'

const COLUMNS = 48
const ROWS = 32
/** Of 255, over all cells. Two runs differ by 0.02; a column of text that moved by 40 pixels by 0.5. */
export const MEAN = 0.3
/** Cells that differ by more than a shade: a part of the page that moved or changed its colour is more than these. */
const SHADE = 8
export const MOST_CELLS = 24
/** `CREWROOM_LOOK=write` keeps what is there now as what is wanted; look at the pictures before. */
export const isWriting = process.env['CREWROOM_LOOK'] === 'write'

/** A picture as a coarse grid of colours, in hex: what a person sees with half-closed eyes. */
export function gridOf(page: Page, png: Buffer): Promise<string> {
  return page.evaluate(
    async ({ source, columns, rows }) => {
      const image = new Image()
      image.src = `data:image/png;base64,${source}`
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = columns
      canvas.height = rows
      const context = canvas.getContext('2d')!
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, columns, rows)
      const { data } = context.getImageData(0, 0, columns, rows)
      const hex: string[] = []
      for (let at = 0; at < data.length; at += 4) {
        for (const part of data.slice(at, at + 3)) hex.push(part.toString(16).padStart(2, '0'))
      }
      return hex.join('')
    },
    { source: png.toString('base64'), columns: COLUMNS, rows: ROWS },
  )
}

const partsOf = (grid: string) => (grid.match(/../g) ?? []).map((part) => Number.parseInt(part, 16))

export function difference(grid: string, wanted: string) {
  const [now, before] = [partsOf(grid), partsOf(wanted)]
  const parts = now.map((part, at) => Math.abs(part - (before[at] ?? 0)))
  const cells = Array.from({ length: COLUMNS * ROWS }, (_, at) =>
    Math.max(...parts.slice(at * 3, at * 3 + 3)),
  )
  return {
    mean: parts.reduce((sum, part) => sum + part, 0) / parts.length,
    cells: cells.filter((by) => by > SHADE).length,
  }
}
