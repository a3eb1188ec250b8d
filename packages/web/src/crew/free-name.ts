/** Whether two agents would be called the same: people and agents write names without looking at capitals. */
function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase()
}

/** The name itself where nobody has it, else the first of `Ann 2`, `Ann 3`, … that is free. */
export function freeName(name: string, taken: readonly string[]): string {
  const base = name.trim()
  for (let n = 1; ; n++) {
    const own = n === 1 ? base : `${base} ${n}`
    if (!taken.some((other) => isSame(other, own))) return own
  }
}
