import type { ImportJob } from '@crewroom/shared/protocol/views'
import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useStore } from 'zustand'
import {
  cancelImport,
  chooseImport,
  closeImport,
  dropFollowed,
  followImports,
  type Imported,
  importing,
  type ImportStep,
  startImport,
} from '../sync/importing'
import { bytesOf, countOf } from '../ui/amounts'
import { Dialog } from '../ui/Dialog'
import { Link } from '../ui/Link'
import { ImportProgress } from './ImportProgress'
import { paths } from './paths'
import { DialogFoot } from '../ui/DialogFoot'
import { Problem } from '../ui/Problem'

/** Takes in a crew from a file, after saying what that means. */
export function ImportCrew({ label = 'Import' }: { readonly label?: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const step = useStore(importing)
  // It goes on behind the page; the button brings it back.
  const [isHidden, setHidden] = useState(false)
  const isSending = step.at === 'sending'
  useEffect(() => {
    void followImports()
  }, [])
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".ndjson,.jsonl,application/x-ndjson"
        data-testid="import-file"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) chooseImport(file)
          // The same file can be chosen again, after it was changed.
          target.value = ''
        }}
      />
      <button
        type="button"
        className="btn"
        onClick={() => (isSending ? setHidden(false) : picker.current?.click())}
      >
        <FileUp size={16} />
        {isSending ? 'Importing…' : label}
      </button>
      {createPortal(
        <StepDialog step={step} isHidden={isHidden} setHidden={setHidden} />,
        // The area around the button may be folded, for instance after a reload; a dialog in there is not shown.
        document.body,
      )}
    </>
  )
}

interface StepDialogProps {
  readonly step: ImportStep
  readonly isHidden: boolean
  readonly setHidden: (isHidden: boolean) => void
}

function StepDialog({ step, isHidden, setHidden }: StepDialogProps) {
  switch (step.at) {
    case 'none':
      return null
    case 'chosen':
    case 'sending': {
      const isSending = step.at === 'sending'
      if (isSending && isHidden) return null
      return (
        <Choosing
          step={step}
          close={() => (isSending ? setHidden(true) : closeImport())}
          start={(file) => {
            setHidden(false)
            void startImport(file)
          }}
        />
      )
    }
    case 'followed':
      return <Followed job={step.job} />
    case 'done':
      return <Done imported={step.imported} close={closeImport} />
  }
}

/** An import that a page began which is gone. */
function Followed({ job }: { readonly job: ImportJob }) {
  return (
    <Dialog title="Import a crew" onClose={dropFollowed}>
      <div className="dialog-body">
        {job.phase === 'failed' ? (
          <Failed problem={job.problem ?? ''} />
        ) : (
          <ImportProgress name={job.name ?? 'a file'} sent={1} job={job} />
        )}
      </div>
      <DialogFoot cancel={job.phase === 'failed' ? 'Close' : 'Hide'} onCancel={dropFollowed} />
    </Dialog>
  )
}

interface ChoosingProps {
  readonly step: Extract<ImportStep, { readonly at: 'chosen' | 'sending' }>
  readonly close: () => void
  readonly start: (file: File) => void
}

/** What the file means, and then how far it is. */
function Choosing({ step, close, start }: ChoosingProps) {
  const isSending = step.at === 'sending'
  const isStoring = isSending && step.job?.phase === 'storing'
  return (
    <Dialog title="Import a crew" onClose={close}>
      <div className="dialog-body">
        <p>
          <b>{step.file.name}</b> <span className="cnt">{bytesOf(step.file.size)}</span>
        </p>
        <p>
          The crew comes with its agents, groups and messages. It is <b>paused</b>, and none of its
          programs is started before you resume it.
        </p>
        {isSending && <ImportProgress name={step.file.name} sent={step.sent} job={step.job} />}
        {!isSending && step.problem !== null && <Failed problem={step.problem} />}
      </div>
      <DialogFoot isCancelDisabled={isStoring} onCancel={isSending ? cancelImport : close}>
        <button
          type="button"
          className="btn p"
          disabled={isSending}
          onClick={() => start(step.file)}
        >
          {isSending ? 'Importing…' : step.problem === null ? 'Import' : 'Try again'}
        </button>
      </DialogFoot>
    </Dialog>
  )
}

const NOTHING = 'Nothing was imported.'

/** Why nothing was imported; the server says that itself where it judged the file. */
function Failed({ problem }: { readonly problem: string }) {
  return <Problem text={problem.includes(NOTHING) ? problem : `${problem} ${NOTHING}`} />
}

function Done({ imported, close }: { readonly imported: Imported; readonly close: () => void }) {
  const { leadId, name = 'The crew', agents, groups = 0, messages = 0, programs } = imported
  return (
    <Dialog title={`${name} was imported`} onClose={close}>
      <div className="dialog-body">
        <p role="status">
          {agents !== undefined &&
            `${countOf(agents, 'agent')}, ${countOf(groups, 'group')}, ${countOf(messages, 'message')}. `}
          It is paused.
        </p>
        {programs !== undefined && programs.length > 0 && (
          <div className="field">
            <span className="label">When you resume it, these programs start on this machine:</span>
            <ul className="programs">
              {programs.map(({ agentId, name: agent, runs }) => (
                <li key={agentId}>
                  {agent}: <code>{runs}</code>
                </li>
              ))}
            </ul>
          </div>
        )}
        {programs?.length === 0 && (
          <p>None of its agents is started here: they connect on their own, with new tokens.</p>
        )}
      </div>
      <DialogFoot>
        <Link className="btn p" to={paths.crewHome(leadId)} onClick={close}>
          Open the crew
        </Link>
      </DialogFoot>
    </Dialog>
  )
}
