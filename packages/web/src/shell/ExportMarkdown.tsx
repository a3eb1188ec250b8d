import type { QueryOf } from '@crewroom/shared/client/http'
import { FileText } from 'lucide-react'
import { exportMarkdown } from '../sync/exports'

interface ExportMarkdownProps {
  readonly leadId: string
  /** What is exported, as people call it. */
  readonly title: string
  readonly asked: QueryOf<'get', '/api/lead/{id}/markdown'>
}

export function ExportMarkdown({ leadId, title, asked }: ExportMarkdownProps) {
  return <MarkdownButton onClick={() => void exportMarkdown({ leadId, title }, asked)} />
}

export function MarkdownButton({
  size = 18,
  onClick,
}: {
  readonly size?: number
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className="ib"
      aria-label="Export as Markdown"
      title="Export as Markdown"
      onClick={onClick}
    >
      <FileText size={size} />
    </button>
  )
}
