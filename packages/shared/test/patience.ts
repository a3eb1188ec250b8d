/** Measured once per run, before the tests (`vitest.slowness.ts`). */
const SLOWNESS = Math.max(1, Number(process.env['CREWROOM_SLOWNESS'] ?? 1))

/** A deadline in milliseconds: as long as on a quiet machine, times how much slower this one is. */
export const patience = (ms: number): number => Math.round(ms * SLOWNESS)
