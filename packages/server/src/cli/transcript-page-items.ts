import type {
  DisplayItemView,
  LongText,
  SubagentView,
  ToolItemView,
} from '@crewroom/shared/transcript/views'
import { escaped, imagesHtml, textHtml } from './transcript-page-text'
import { duration } from './transcript-words'

/** One step of an agent's work, closed: its first line says what it is. */
export function displayItemHtml(item: DisplayItemView): string {
  switch (item.type) {
    case 'thinking':
      return closed('thinking', 'Thinking', firstLine(item.content.text), textHtml(item.content))
    case 'output':
      return closed('output', 'Message', firstLine(item.content.text), textHtml(item.content))
    case 'tool':
      return toolHtml(item.tool)
    case 'subagent':
      return subagentHtml(item.subagent)
    case 'slash': {
      const { name, args = '', message = '', instructions = '' } = item.slash
      const text = [message, instructions].filter((part) => part !== '').join('\n\n')
      return closed('slash', `/${name}`, args, textHtml({ text }))
    }
    case 'teammate_message': {
      const { teammateId, summary = '', content } = item.teammateMessage
      return closed(
        'teammate',
        teammateId,
        summary || firstLine(content),
        textHtml({ text: content }),
      )
    }
    default:
      return item satisfies never
  }
}

function toolHtml({
  name,
  input,
  inputPreview,
  result,
  isOrphaned,
  durationMs,
  ...tool
}: ToolItemView): string {
  const took = durationMs === undefined ? '' : ` · ${duration(durationMs)}`
  const state = isOrphaned ? ' · no result' : result?.isError ? ' · failed' : ''
  const kind = isOrphaned ? 'tool orphan' : result?.isError ? 'tool error' : 'tool'
  const skill = tool.skillInstructions
    ? `<h3>Instructions</h3>${textHtml(tool.skillInstructions)}`
    : ''
  const answer = result
    ? `<h3>Result</h3>${textHtml(result.content, 'code')}${imagesHtml(result.images)}`
    : ''
  const body = `<h3>Input</h3>${textHtml(inputText(input), 'code')}${skill}${answer}`
  return closed(kind, name, `${firstLine(inputPreview.replace(/\s+/g, ' '))}${took}${state}`, body)
}

/** Each part of the input on lines of its own, as it was meant; what is cut is not JSON any more. */
function inputText(input: LongText): LongText {
  if (input.cut !== undefined) return input
  try {
    const value = JSON.parse(input.text) as object
    const parts = Object.entries(value).map(([key, part]: [string, unknown]) => {
      const text = typeof part === 'string' ? part : JSON.stringify(part, null, 2)
      return `${key}:${text.includes('\n') ? '\n' : ' '}${text}`
    })
    return { text: parts.join('\n') }
  } catch {
    return input
  }
}

function subagentHtml(agent: SubagentView): string {
  const { description = '', name, team, itemsSummary, displayItems, more } = agent
  const called = team?.memberName ?? name ?? agent.subagentType ?? 'Sub-agent'
  const rest = more > 0 ? `<p class="cut">${more} more steps</p>` : ''
  const prompt = agent.prompt ? `<h3>Prompt</h3>${textHtml(agent.prompt)}` : ''
  const last = agent.lastOutput?.text
    ? `<h3>Result</h3>${textHtml({ text: agent.lastOutput.text })}`
    : ''
  const steps = displayItems.map(displayItemHtml).join('')
  const about = [description, itemsSummary, duration(agent.durationMs)].filter(
    (part) => part !== '',
  )
  return closed('subagent', called, about.join(' · '), `${prompt}${steps}${rest}${last}`)
}

function closed(kind: string, name: string, about: string, body: string): string {
  return `<details class="item ${kind}"><summary><b>${escaped(name)}</b> <span class="about">${escaped(about)}</span></summary>${body}</details>\n`
}

function firstLine(text: string): string {
  const [line = ''] = text.trim().split('\n', 1)
  return line.length > 160 ? `${line.slice(0, 159).toWellFormed()}…` : line
}
