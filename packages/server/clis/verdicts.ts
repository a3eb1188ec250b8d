import type { Member } from './crew-members'

/** What was looked at, in the order of the table's columns. */
export const LOOKED_AT = {
  groups: 'talks in groups',
  task: 'reports its task',
  asked: 'asks before it acts',
  allowed: 'allowed: file changed',
  refused: 'refused: continues',
  cancelled: 'interrupted while it asks',
  modes: 'mode changed while it runs',
  killed: 'killed: continues',
  server: 'server killed: continues',
  sleep: 'sleeps and resumes',
  usage: 'tokens, told once',
  tools: 'acts by tools over ACP',
  client: 'joins as an MCP client',
} as const
export type LookedAt = keyof typeof LOOKED_AT

export interface Verdict {
  readonly ok: boolean
  /** What was measured, or what went wrong. */
  readonly note: string
}

/** What each program did, scene by scene. */
export class Verdicts {
  readonly #all = new Map<string, Map<LookedAt, Verdict>>()

  of(preset: string): ReadonlyMap<LookedAt, Verdict> {
    return this.#all.get(preset) ?? new Map<LookedAt, Verdict>()
  }

  set(preset: string, what: LookedAt, verdict: Verdict): void {
    const all = this.#all.get(preset) ?? new Map<LookedAt, Verdict>()
    this.#all.set(preset, all.set(what, verdict))
    const { ok, note } = verdict
    process.stdout.write(`  ${ok ? 'ok  ' : 'FAIL'} ${preset}: ${LOOKED_AT[what]} ${note}\n`)
  }

  /** Notes what came of an act: what it returns, or why it failed. */
  async from(preset: string, what: LookedAt, act: () => Promise<string>): Promise<boolean> {
    try {
      this.set(preset, what, { ok: true, note: await act() })
      return true
    } catch (error) {
      this.set(preset, what, { ok: false, note: error instanceof Error ? error.message : '' })
      return false
    }
  }
}

/** Does the same with every member of the crew at the same time. */
export async function together(
  members: readonly Member[],
  act: (member: Member) => Promise<unknown>,
): Promise<void> {
  await Promise.all(members.map(act))
}
