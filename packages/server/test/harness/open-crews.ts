import { AsyncLocalStorage } from 'node:async_hooks'

/** The test that runs: code of an earlier one that still runs, because it was too late, keeps its own. */
export const runningTest = new AsyncLocalStorage<{ readonly name: string }>()

/** Test crews that are in use, each with the test that made it; null: a hook made it for several. */
export const openCrews = new Map<AsyncDisposable, { readonly name: string } | null>()
