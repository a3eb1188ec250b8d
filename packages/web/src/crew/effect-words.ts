/** How long messages waited: `<0.1 s`, `0.4 s`, `12 s`, `3 min`, `2 h`. */
export function waitWords(ms: number): string {
  if (ms < 50) return '<0.1 s'
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < 90_000) return `${Math.round(ms / 1_000)} s`
  const minutes = Math.round(ms / 60_000)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
