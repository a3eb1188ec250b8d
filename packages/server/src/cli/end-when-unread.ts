/** The reader of the lines may stop: `crewroom tail | head` does not fail. */
export function endWhenUnread(): void {
  process.stdout.on('error', () => process.exit(0))
}
