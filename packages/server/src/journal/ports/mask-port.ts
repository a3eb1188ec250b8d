/** Takes secrets out of one text that comes in parts. However it is cut into parts, the result is the same. */
export interface MaskStream {
  /** What is certain by now; the beginning of what may be a secret is held back, at most some kilobytes of it. */
  push(delta: string): string
  /** The rest. The stream can be used for the next text. */
  end(): string
}

export interface SecretMask {
  /** A whole text. */
  mask(text: string): string
  /** A text that comes in parts. */
  stream(): MaskStream
}

/** Variables that somebody gave to an agent, by name. */
export type Environment = Readonly<Record<string, string>>

/** Makes the mask for texts of those who may know these variables, beside everything that is always masked. */
export type MaskPort = (given: readonly Environment[]) => SecretMask
