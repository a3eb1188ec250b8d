/** The time of day of an ISO time, as the clock beside the terminal shows it: `17:04:05`. */
export function localTime(at: string): string {
  return new Date(at).toTimeString().slice(0, 8)
}
