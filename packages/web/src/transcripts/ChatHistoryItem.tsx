import { memo } from 'react'
import { AIGroupHeader, LoadingItems } from './AIChatGroup'
import { CompactBoundary } from './CompactBoundary'
import { DisplayItem } from './items/DisplayItem'
import { TraceEnd, TraceHead, TraceMore } from './items/SubagentItem'
import { LastOutputDisplay } from './LastOutputDisplay'
import type { Row } from './rows'
import { SystemChatGroup } from './SystemChatGroup'
import { UserChatGroup } from './UserChatGroup'

/** One row of a transcript, by what it is. */
export const ChatHistoryItem = memo(
  function ChatHistoryItem({ row }: { readonly row: Row }) {
    switch (row.kind) {
      case 'user':
        return <UserChatGroup row={row} />
      case 'system':
        return <SystemChatGroup row={row} />
      case 'compact':
        return <CompactBoundary row={row} />
      case 'header':
        return <AIGroupHeader row={row} />
      case 'last-output':
        return <LastOutputDisplay row={row} />
      case 'display-item':
        return <DisplayItem row={row} />
      case 'trace-head':
        return <TraceHead row={row} />
      case 'trace-more':
        return <TraceMore row={row} />
      case 'trace-end':
        return <TraceEnd row={row} />
      case 'loading':
        return <LoadingItems row={row} />
      default:
        return row satisfies never
    }
  },
  ({ row: before }, { row: after }) => sameRow(before, after),
)

/** Rows are made for every change; what they show are the same objects while it is the same. */
function sameRow(before: Row, after: Row): boolean {
  const [own, other] = [Object.entries(before), Object.entries(after)]
  return (
    own.length === other.length &&
    own.every(([name, value]) =>
      Object.is(value, (after as unknown as Record<string, unknown>)[name]),
    )
  )
}
