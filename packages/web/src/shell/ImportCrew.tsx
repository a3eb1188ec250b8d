import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, type Imported } from '../sync/api'
import { Dialog } from '../ui/Dialog'
import { paths } from './paths'

type Step =
  | { readonly at: 'chosen' | 'sending'; readonly file: File; readonly problem: string | null }
  | { readonly at: 'done'; readonly imported: Imported }

/** Takes in a crew from a file, after saying what that means. */
export function ImportCrew({ label = 'Import' }: { readonly label?: string }) {
  const picker = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<Step | null>(null)
  const send = async (file: File) => {
    setStep({ at: 'sending', file, problem: null })
    try {
      setStep({ at: 'done', imported: await api.importFile(file) })
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      setStep({ at: 'chosen', file, problem })
    }
  }
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
          if (file) setStep({ at: 'chosen', file, problem: null })
          // The same file can be chosen again, after it was changed.
          target.value = ''
        }}
      />
      <button type="button" className="btn" onClick={() => picker.current?.click()}>
        <FileUp size={16} />
        {label}
      </button>
      {step && step.at !== 'done' && (
        <Dialog title="Import a crew" onClose={() => setStep(null)}>
          <div className="dialog-body">
            <p>
              <b>{step.file.name}</b> <span className="cnt">{sizeOf(step.file.size)}</span>
            </p>
            <p>
              The crew comes with its agents, groups and messages. It is <b>paused</b>, and none of
              its programs is started before you resume it.
            </p>
            {step.problem !== null && (
              <p className="hint bad" role="alert">
                Nothing was taken in. {step.problem}
              </p>
            )}
          </div>
          <div className="dialog-foot">
            <button type="button" className="btn" onClick={() => setStep(null)}>
              Cancel
            </button>
            <button
              type="button"
              className="btn p"
              disabled={step.at === 'sending'}
              onClick={() => void send(step.file)}
            >
              {step.at === 'sending' ? 'Taking it in…' : step.problem ? 'Try again' : 'Import'}
            </button>
          </div>
        </Dialog>
      )}
      {step?.at === 'done' && <Done imported={step.imported} close={() => setStep(null)} />}
    </>
  )
}

function Done({ imported, close }: { readonly imported: Imported; readonly close: () => void }) {
  const { leadId, name = 'The crew', agents = 0, groups = 0, messages = 0 } = imported
  const programs = imported.programs ?? []
  return (
    <Dialog title={`${name} is here`} onClose={close}>
      <div className="dialog-body">
        <p role="status">
          {agents} agents, {groups} groups, {messages.toLocaleString()} messages. It is paused.
        </p>
        {programs.length > 0 ? (
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
        ) : (
          <p>None of its agents is started here: they connect by themselves, with new tokens.</p>
        )}
      </div>
      <div className="dialog-foot">
        <Link className="btn p" to={paths.crewHome(leadId)} onClick={close}>
          Look at it
        </Link>
      </div>
    </Dialog>
  )
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
