/** What the page asks the sandbox to draw. */
export interface DiagramQuestion {
  readonly text: string
  readonly isDark: boolean
}

/** What it is answered: first that the sandbox is there, then the drawing, or why there is none. */
export type DiagramAnswer =
  | { readonly isReady: true }
  | { readonly svg: string }
  | { readonly reason: string }

export const FRAME_READY: DiagramAnswer = { isReady: true }

/** The address of the sandbox. */
export const FRAME_ADDRESS = '/diagrams/frame'
