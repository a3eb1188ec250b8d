/** What the picture of a discussion consists of. */

export interface Column {
  readonly key: string
  readonly x: number
  readonly width: number
  readonly title: string
  readonly time: string
  readonly quote: readonly string[]
  readonly isWait: boolean
}

export interface Lane {
  readonly id: string
  /** The middle of the lane. */
  readonly y: number
  readonly isPrivate: boolean
}

export type BoxKind = 'goal' | 'answer' | 'wait' | 'thinking' | 'failed' | 'private'

export interface Box {
  readonly key: string
  readonly agentId: string
  readonly kind: BoxKind
  readonly x: number
  readonly y: number
  readonly width: number
  readonly title: string
  readonly meta: string
  /** What a screen reader says of it. */
  readonly label: string
  readonly messageId: string | null
  readonly n: number
  /** The discussion that was held in private. */
  readonly runId: string | null
}

export interface Arrow {
  readonly key: string
  readonly path: string
  /** `chose`: somebody chose it; `back`: it was handed back. */
  readonly kind: 'chose' | 'back' | 'wait'
}

export interface Circle {
  readonly key: string
  readonly x: number
  readonly y: number
}

export interface Frame {
  readonly key: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly agentId: string
}

export interface Course {
  readonly width: number
  readonly height: number
  readonly columns: readonly Column[]
  readonly lanes: readonly Lane[]
  readonly boxes: readonly Box[]
  readonly arrows: readonly Arrow[]
  readonly circles: readonly Circle[]
  readonly frames: readonly Frame[]
  /** What happened, in one sentence. */
  readonly label: string
}
