/** What an arrow key stops at, beside messages: the column of an agent. It is the same before and after the answer. */
export function stopKeyOf(n: number, agentId: string): string {
  return `round ${n} ${agentId}`
}
