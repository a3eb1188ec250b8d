import type { SemanticStep } from './chunks'
import type { AIGroupLastOutput } from './groups'
import { toolIdOf } from './link-tools'
import { contentText } from './preview'
import { toolSubject } from './tool-label'

export interface LastOutput {
  readonly output: AIGroupLastOutput
  /** The steps that it shows; they are not shown a second time. */
  readonly shown: ReadonlySet<SemanticStep>
}

/** What stays visible of a group that is closed. */
export function findLastOutput(
  steps: readonly SemanticStep[],
  isOngoing: boolean,
): LastOutput | null {
  return (
    interruption(steps) ??
    (isOngoing ? ongoing(steps) : null) ??
    planExit(steps) ??
    lastText(steps) ??
    lastResult(steps)
  )
}

function ongoing(steps: readonly SemanticStep[]): LastOutput | null {
  const last = steps.at(-1)
  if (last === undefined) return null
  return shows({ type: 'ongoing', ...toolAtWork(steps), timestamp: last.startTime }, [])
}

/** The last tool that was called and gave no result yet, and what it works on. */
function toolAtWork(steps: readonly SemanticStep[]): Pick<AIGroupLastOutput, 'toolName' | 'text'> {
  const over = new Set(steps.filter(({ type }) => type === 'tool_result').map(toolIdOf))
  const call = steps.findLast(({ type }) => type !== 'tool_result' && type !== 'interruption')
  const open = steps.findLast((step) => step.type === 'tool_call' && !over.has(toolIdOf(step)))
  if (call?.type !== 'tool_call' || open?.content.toolName === undefined) return {}
  const subject = toolSubject(open.content.toolInput ?? {})
  return { toolName: open.content.toolName, ...(subject === null ? {} : { text: subject }) }
}

const shows = (output: AIGroupLastOutput, steps: readonly SemanticStep[]): LastOutput => ({
  output,
  shown: new Set(steps),
})

/**
 * The agent was interrupted and did nothing after that. A refused tool writes two records of one interruption; results
 * of other tools may still come in.
 */
function interruption(steps: readonly SemanticStep[]): LastOutput | null {
  const found: SemanticStep[] = []
  for (const step of steps.toReversed()) {
    if (step.type === 'interruption') found.push(step)
    else if (step.type !== 'tool_result' && step.type !== 'subagent') break
  }
  const [last] = found
  if (last === undefined) return null
  const { interruptionText } = last.content
  return shows(
    {
      type: 'interruption',
      ...toolAtWork(steps),
      ...(interruptionText === undefined ? {} : { interruptionMessage: interruptionText }),
      timestamp: last.startTime,
    },
    found,
  )
}

function planExit(steps: readonly SemanticStep[]): LastOutput | null {
  const at = steps.findLastIndex(
    ({ type, content }) => type === 'tool_call' && content.toolName === 'ExitPlanMode',
  )
  const call = steps[at]
  if (call === undefined) return null
  if (steps.slice(at + 1).some(({ type }) => type === 'output' || type === 'tool_result'))
    return null
  const before = steps.slice(0, at).findLast(isText)
  const plan = call.content.toolInput?.['plan']
  return shows(
    {
      type: 'plan_exit',
      ...(typeof plan === 'string' ? { planContent: plan } : {}),
      ...(before?.content.outputText === undefined
        ? {}
        : { planPreamble: before.content.outputText }),
      timestamp: call.startTime,
    },
    before === undefined ? [] : [before],
  )
}

const isText = ({ type, content }: SemanticStep): boolean =>
  type === 'output' && (content.outputText ?? '').trim() !== ''

function lastText(steps: readonly SemanticStep[]): LastOutput | null {
  const step = steps.findLast(isText)
  if (step?.content.outputText === undefined) return null
  return shows({ type: 'text', text: step.content.outputText, timestamp: step.startTime }, [step])
}

function lastResult(steps: readonly SemanticStep[]): LastOutput | null {
  const step = steps.findLast(({ type }) => type === 'tool_result')
  if (step === undefined) return null
  const call = steps.find(
    (other) => other.type === 'tool_call' && toolIdOf(other) === toolIdOf(step),
  )
  const toolName = call?.content.toolName ?? step.content.toolName
  const subject = toolSubject(call?.content.toolInput ?? {})
  return shows(
    {
      type: 'tool_result',
      ...(toolName === undefined ? {} : { toolName }),
      ...(subject === null ? {} : { text: subject }),
      toolResult: contentText(step.content.toolResultContent ?? ''),
      isError: step.content.isError === true,
      timestamp: step.startTime,
    },
    [step],
  )
}
