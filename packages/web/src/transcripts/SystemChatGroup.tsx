import { useStore } from 'zustand'
import { clockTime, fullTime } from '../ui/times'
import { CodeText } from './items/CodeText'
import { type RowOf, useTranscript } from './transcript-context'

const LABELS = {
  output: 'Output of a command',
  error: 'Error of a command',
  api_error: 'Error of the model’s API',
  notice: 'Notice of the program',
} as const

/** What a command of the program printed, at the left. */
export function SystemChatGroup({ row }: { readonly row: RowOf<'system'> }) {
  const { item } = row
  const { details } = useTranscript()
  const whole = useStore(details.store, ({ texts }) => texts.get(item.id))
  const isBad = item.kind === 'error' || item.kind === 'api_error'
  return (
    <div className="tv-system" data-kind={item.kind}>
      <time dateTime={item.timestamp} title={fullTime(item.timestamp)}>
        {item.commandName !== undefined && <b>{item.commandName} </b>}
        {isBad && <b>{LABELS[item.kind]} </b>}
        {clockTime(item.timestamp)}
      </time>
      <CodeText
        text={whole?.type === 'system' ? whole.output : item.output}
        label={LABELS[item.kind]}
        look="note"
        isBad={isBad}
        onWhole={() => void details.text(item.id, 'system')}
      />
    </div>
  )
}
