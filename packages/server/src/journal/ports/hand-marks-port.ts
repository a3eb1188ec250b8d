/** Numbers of the newest things that an agent was handed, by rank in its reading order; 0: nothing. */
export type HandMarks = readonly [number, number, number]

export const NO_HAND_MARKS: HandMarks = [0, 0, 0]

/**
 * Keeps what each agent was handed at most, outside of this process and without waiting for a disk: it outlives the
 * process, not the machine. Where it says nothing, facts alone say what an agent may hold.
 */
export interface HandMarksPort {
  /** What the agent was handed in a crew, as far as an earlier run of the server or this one knows; null: not known. */
  of(leadId: string, agentId: string): HandMarks | null
  /** This run begins, with what agents may hold of earlier ones. */
  begin(held: Iterable<HeldMarks>): void
  put(held: HeldMarks): void
  /** What was put outlives the process from now on: to be called right before any of it leaves. Never throws. */
  write(): void
}

export interface HeldMarks {
  readonly leadId: string
  readonly agentId: string
  readonly marks: HandMarks
}

/** Knows nothing. */
export const UNMARKED: HandMarksPort = {
  of: () => null,
  begin: () => {},
  put: () => {},
  write: () => {},
}
