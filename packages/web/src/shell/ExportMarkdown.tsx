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
  return (
    <button
      type="button"
      className="ib"
      aria-label="Export as Markdown"
      title="Export as Markdown"
      onClick={() => void exportMarkdown({ leadId, title }, asked)}
    >
      <FileText size={18} />
    </button>
  )
}
