/** Test crews that are in use. */
export const openCrews = new Set<AsyncDisposable>()
