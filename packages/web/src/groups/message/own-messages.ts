import { createStore } from 'zustand/vanilla'

/** The newest messages of the person in each group that were on screen: their receipts are worth asking for. */
export const ownMessages = createStore<Readonly<Record<string, readonly number[]>>>(() => ({}))

const KEPT = 3

export function ownMessageShown(key: string, seq: number): void {
  const before = ownMessages.getState()[key] ?? []
  if (before.includes(seq)) return
  const after = [...before, seq].toSorted((a, b) => b - a).slice(0, KEPT)
  if (after.includes(seq)) ownMessages.setState({ [key]: after })
}
