import type { AIItemView } from '@crewroom/shared/transcript/views'
import { ClipboardList, Loader, OctagonAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { shownHidden } from '../groups/message/text-pieces'
import { elapsed } from '../overview/amounts'
import './last-output.css'
import { CodeText } from './items/CodeText'
import { CutText } from './items/CutText'
import { type RowOf, useTranscript } from './transcript-context'
import { toolLook } from './tools/tool-looks'
import { firstLine } from './words'
import { useNow } from '../ui/use-now'
import { useStore } from 'zustand'

type Output = NonNullable<AIItemView['lastOutput']>

/** What a group came to: it stays visible when the group is closed. */
export function LastOutputDisplay({ row }: { readonly row: RowOf<'last-output'> }) {
  const { details } = useTranscript()
  const whole = useStore(details.store, ({ texts }) => texts.get(row.item.id))
  const isWhole =
    whole?.type === 'ai' && whole.item.lastOutput?.timestamp === row.item.lastOutput?.timestamp
  const output = isWhole ? whole.item.lastOutput : row.item.lastOutput
  return (
    output && <LastOutput output={output} onWhole={() => void details.text(row.item.id, 'ai')} />
  )
}

interface LastOutputProps {
  readonly output: Output
  readonly onWhole: () => void
}

export function LastOutput({ output, onWhole }: LastOutputProps) {
  const rest = output.cut === undefined ? {} : { cut: output.cut }
  switch (output.type) {
    case 'text':
      return (
        <Box kind="text">
          <CutText text={{ text: output.text ?? '', ...rest }} onWhole={onWhole} />
        </Box>
      )
    case 'plan_exit':
      return <Plan output={output} rest={rest} onWhole={onWhole} />
    case 'tool_result':
      return <ToolResult output={output} rest={rest} onWhole={onWhole} />
    case 'interruption':
      return (
        <Box kind="interruption">
          <OctagonAlert size={16} aria-hidden="true" />
          <span>
            <b>Interrupted</b>
            {output.toolName !== undefined && (
              <>
                {' '}
                while it ran {shownHidden(output.toolName)} <Subject text={output.text} />
              </>
            )}
            . {interruption(output.interruptionMessage)}
          </span>
        </Box>
      )
    case 'ongoing':
      return <Ongoing output={output} />
    default:
      return output.type satisfies never
  }
}

function Box({ kind, children }: { readonly kind: Output['type']; readonly children: ReactNode }) {
  return (
    <div className="tv-last" data-last={kind}>
      <div className="tv-last-box">{children}</div>
    </div>
  )
}

/** What a tool works on. */
function Subject({ text = '' }: { readonly text: string | undefined }) {
  const line = firstLine(text)
  return line === '' ? null : <code>{shownHidden(line)}</code>
}

/** What programs write for every interruption is not repeated. */
const interruption = (message = ''): string => {
  const words = message
    .replace(/^\[?Request interrupted by user( for tool use)?\]?\.?$/i, '')
    .trim()
  return words === '' ? 'Nothing after that was kept.' : shownHidden(words)
}

interface LongOutputProps extends LastOutputProps {
  readonly rest: { readonly cut?: number }
}

function Plan({ output, rest, onWhole }: LongOutputProps) {
  return (
    <Box kind="plan_exit">
      <p className="tv-last-head">
        <ClipboardList size={16} aria-hidden="true" />
        <b>Plan ready</b>
        <small>left plan mode</small>
      </p>
      {output.planPreamble !== undefined && (
        <CutText text={{ text: output.planPreamble }} onWhole={onWhole} />
      )}
      {output.planContent !== undefined && (
        <CutText text={{ text: output.planContent, ...rest }} onWhole={onWhole} />
      )}
    </Box>
  )
}

function ToolResult({ output, rest, onWhole }: LongOutputProps) {
  const { toolName = 'Tool', toolResult = '', isError = false } = output
  const { icon: Icon } = toolLook(toolName)
  return (
    <Box kind="tool_result">
      <p className="tv-last-head">
        <Icon size={15} aria-hidden="true" />
        <b>{shownHidden(toolName)}</b>
        <small>
          {isError && 'failed '}
          {shownHidden(firstLine(output.text ?? ''))}
        </small>
      </p>
      <CodeText
        text={{ text: toolResult, ...rest }}
        label={`Result of ${toolName}`}
        look="plain"
        isBad={isError}
        onWhole={onWhole}
      />
    </Box>
  )
}

function Ongoing({ output }: { readonly output: Output }) {
  const ms = useNow(1_000) - Date.parse(output.timestamp)
  return (
    <Box kind="ongoing">
      <Loader className="tv-spin" size={16} aria-hidden="true" />
      <span>
        <b>Ongoing</b>
        {output.toolName !== undefined && ` · ${shownHidden(output.toolName)} `}
        <Subject text={output.text} />
      </span>
      {ms > 0 && ms < LONGEST_MS && (
        <time className="tv-clock" aria-hidden="true">
          {elapsed(ms)}
        </time>
      )}
    </Box>
  )
}

/** After that nobody waits for it any more. */
const LONGEST_MS = 86_400_000
