import type { Memory } from './scenes/memory'
import { type LookedAt, LOOKED_AT, type Verdict } from './verdicts'

/** A coding agent of the table, and what came of each scene; `problem`: why it could not take part. */
export interface AgentResult {
  readonly preset: string
  readonly version: string
  readonly problem: string | null
  readonly verdicts: ReadonlyMap<LookedAt, Verdict>
}

export interface Result {
  readonly agents: readonly AgentResult[]
  readonly messages: number
  readonly tokens: number | null
  readonly emptyWakes: number
  readonly memory: Memory | null
  /** Command lines of what was still there when the server had ended. */
  readonly left: readonly string[]
}

/** With fewer that work, the run has failed. */
const LEAST = 6

function worksOf({ agents }: Result): number {
  return agents.filter(
    ({ problem, verdicts }) => problem === null && [...verdicts.values()].every(({ ok }) => ok),
  ).length
}

/** Nothing is left to look into. */
export function isAllRight(result: Result): boolean {
  return worksOf(result) === result.agents.length && failuresOf(result).length === 0
}

/** Why the run has failed, a sentence each. */
export function failuresOf(result: Result): string[] {
  const { agents, emptyWakes, memory, left } = result
  const least = Math.min(LEAST, agents.length)
  return [
    ...(worksOf(result) < least ? [`${worksOf(result)} programs work; ${least} must.`] : []),
    ...(emptyWakes > 0 ? [`${emptyWakes} wakes held nothing.`] : []),
    ...(memory && !memory.isFlat ? ['The memory of the server grows.'] : []),
    ...left.map((command) => `Still running: ${command}`),
  ]
}

/** Columns whose notes say more than that it went well. */
const TOLD: ReadonlySet<LookedAt> = new Set(['usage', 'modes', 'tools', 'client'])

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 160)

/** The table as Markdown, and the figures of the whole crew below it. */
export function tableOf(result: Result): string {
  const columns = Object.keys(LOOKED_AT) as LookedAt[]
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = result.agents.map(({ preset, version, problem, verdicts }) =>
    row([
      `${preset} ${version}`,
      ...columns.map((what, at) => {
        if (problem !== null) return at === 0 ? `**no**: ${cell(problem)}` : ''
        const verdict = verdicts.get(what)
        if (!verdict) return ''
        const { ok, note } = verdict
        if (!ok) return `**no**: ${cell(note)}`
        return TOLD.has(what) ? cell(note || 'yes') : 'yes'
      }),
    ]),
  )
  return [
    row(['preset and version', ...columns.map((what) => LOOKED_AT[what])]),
    row(['---', ...columns.map(() => '---')]),
    ...rows,
    '',
    ...figuresOf(result).map((line) => `- ${line}`),
  ].join('\n')
}

function figuresOf({ messages, tokens, emptyWakes, memory, left }: Result): string[] {
  const each = tokens === null || messages === 0 ? 'unknown' : thousands(tokens / messages)
  return [
    `Node.js ${process.versions.node} on ${process.platform}; programs that need a newer one ran on that.`,
    `Wakes without content in the mixed scene: ${emptyWakes}. Tokens per message that an agent wrote there: ${each} (${messages} messages).`,
    ...(memory
      ? [
          `Memory of the server over ${memory.minutes} minutes and ${memory.rounds} rounds of talk: ${Math.round(memory.resident)} MiB, ${memory.slope.toFixed(2)} MiB per minute.`,
        ]
      : []),
    `Processes left when the server had ended: ${left.length}.`,
  ]
}

const thousands = (tokens: number) => Math.round(tokens).toLocaleString('en')
