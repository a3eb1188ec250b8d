import type { ImportJob } from '@crewroom/shared/protocol/views'
import { linesOf } from '../ui/amounts'
import { ProgressLine } from '../ui/ProgressLine'

interface ImportProgressProps {
  readonly name: string
  /** How much of the file is on its way, 0 to 1. */
  readonly sent: number
  readonly job: ImportJob | null
}

/** How far an import is: how much was sent, then how many lines the server has read, then that it stores them. */
export function ImportProgress({ name, sent, job }: ImportProgressProps) {
  if (job?.phase === 'storing') {
    const all = job.total ?? job.lines
    return (
      <ProgressLine
        what="Storing all of it at once…"
        far={`${all.toLocaleString('en')} lines read`}
        share={null}
      />
    )
  }
  if (!job || job.lines === 0) {
    const percent = Math.floor(sent * 100)
    return <ProgressLine what={`Sending ${name}…`} far={`${percent} %`} share={sent} />
  }
  return (
    <ProgressLine
      what="Importing…"
      far={linesOf(job.lines, job.total)}
      share={job.total === null ? null : job.lines / job.total}
    />
  )
}
