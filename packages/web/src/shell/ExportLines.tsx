import { useStore } from 'zustand'
import { type ExportJob, exportJobs } from '../sync/export-jobs'
import { endExport } from '../sync/exports'
import { bytesOf, linesOf } from '../ui/amounts'
import { ProgressLine } from '../ui/ProgressLine'
import './exports.css'

/** What is being exported, at the edge of the page: one may go on meanwhile. */
export function ExportLines() {
  const jobs = useStore(exportJobs)
  if (jobs.length === 0) return null
  return (
    <div className="xp" role="region" aria-label="Exports">
      {jobs.map((job) => (
        <ExportLine key={job.id} job={job} />
      ))}
    </div>
  )
}

/** One export: how far it is, and the way out of it. */
export function ExportLine({ job }: { readonly job: ExportJob }) {
  const { id, title, problem, lines, total, bytes } = job
  return (
    <div className="xp-job">
      {problem === null ? (
        <ProgressLine
          what={`Exporting ${title}…`}
          far={`${linesOf(lines, total)}, ${bytesOf(bytes)}`}
          share={total === null ? null : lines / total}
        />
      ) : (
        <p className="xp-problem" role="alert">
          <b>{title} was not exported.</b> {problem} No file was saved.
        </p>
      )}
      <button type="button" className="btn" onClick={() => endExport(id)}>
        {problem === null ? 'Cancel' : 'Close'}
      </button>
    </div>
  )
}
