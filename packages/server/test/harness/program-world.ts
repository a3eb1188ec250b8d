import type { FakeProgram } from './fake-program'

/** How a program begins; `slow` becomes ready when the test says so, `hangs` never does. */
type Beginning = 'ready' | 'slow' | 'missing' | 'dies' | 'hangs' | 'wants login'

/** What a program is like, decided when it is started. */
export interface Nature {
  readonly beginning: Beginning
  /** Goes on with an earlier session. `forgets`: it could, but has that one no more. */
  readonly sessions: 'loads' | 'forgets' | 'only new'
  readonly takesSystemPrompt: boolean
}

/** How a program came to its end when the test did not make it: the world must know too. */
export type Fate = 'missing' | 'died' | 'wants login' | 'no answer in time' | 'no cancel in time'

/** Told of everything that happens between the server and the programs, as it happens. */
export interface World {
  nature(agentId: string): Nature
  /** It was given a prompt. */
  prompted(program: FakeProgram, text: string): void
  /** Something it said was heard by the server. */
  heard(program: FakeProgram): void
  /** It is to end what it is doing. */
  askedToCancel(program: FakeProgram): void
  /** Its prompt came to an end, whatever the server makes of that. */
  answered(program: FakeProgram): void
  fell(program: FakeProgram, fate: Fate): void
  /** Nothing of it is left, and the server has read all it said. Not told when the server itself is gone. */
  gone(program: FakeProgram): void
}
