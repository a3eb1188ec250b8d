import type { Made } from './founding'

/** Where the server is, and of each agent its id and its token, as a file of variables. */
export function envFile(origin: string, agents: readonly Made[]): string {
  const taken = new Map<string, number>()
  const lines = agents.map(({ id, label, token }) => {
    const word = label
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/^_+|_+$/g, '')
    // A variable begins with no digit.
    const base = /^[A-Z]/.test(word) ? word : `AGENT_${word}`.replace(/_$/, '')
    const count = (taken.get(base) ?? 0) + 1
    taken.set(base, count)
    const name = count === 1 ? base : `${base}_${count}`
    return `# ${label.replace(/\s+/g, ' ')}\n${name}_ID=${id}\n${name}_TOKEN=${token ?? ''}\n`
  })
  return [`CREWROOM_URL=${origin}\n`, ...lines].join('\n')
}
