import { TOOL_SERVER } from '@crewroom/shared/text/manifest'
import type { Heard, Said } from './model-apis'

// How a model gets at one of Crewroom's tools. Some programs show it what each tool takes, some only the names, beside a
// tool that looks for them; and some of these have what was found called through yet another tool.

const SEARCHES = /^(ToolSearch|tool_search)$/

/** Calls a tool of which the model has only read. */
const PASSES_ON = 'tool_call'

/** What its model says when it was given no way to a tool. */
export const NO_TOOL = 'I was shown no tool for it.'

const looksFor = (tool: string) => `I look for ${tool}.`

/** What a model with this text calls next, on its way to a tool of Crewroom; null where there is none. */
export function reach(tool: string, args: object, text: string, heard: Heard): Said | null {
  const { turns, tools } = heard
  const own = turns
    .filter(({ role }) => role === 'assistant')
    .map((turn) => turn.text)
    .join('\n')
  const searcher = tools.find((name) => SEARCHES.test(name))
  const hasSearched = own.includes(looksFor(tool))
  const shown = tools.find((name) => new RegExp(`(^|[^a-z])${tool}$`).test(name))
  if (shown !== undefined) {
    const how = hasSearched && searcher !== undefined ? `found with ${searcher}` : null
    return { text, call: { name: shown, args }, reached: { tool, how } }
  }
  if (searcher === undefined) return null
  const name = nameOf(tool, heard)
  if (!hasSearched) {
    const query = name === null ? `${TOOL_SERVER} ${tool}` : `select:${name}`
    return { text: looksFor(tool), call: { name: searcher, args: { query } } }
  }
  if (name === null || !tools.includes(PASSES_ON)) return null
  return {
    text,
    call: { name: PASSES_ON, args: { name, arguments: args } },
    reached: { tool, how: `found with ${searcher}, called with ${PASSES_ON}` },
  }
}

/** What the program calls a tool of the server, if it has said so. */
function nameOf(tool: string, { system, turns }: Heard): string | null {
  const all = [system, ...turns.map(({ text }) => text)].join('\n')
  return new RegExp(`[\\w-]*${TOOL_SERVER}[\\w-]*[_-]${tool}\\b`).exec(all)?.[0] ?? null
}
