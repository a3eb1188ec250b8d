import type { AgentRecord } from '@crewroom/shared/model/agent'
import { FileText, ImageOff } from 'lucide-react'
import { type ReactNode, useContext, useRef } from 'react'
import { useSeen } from '../files/use-seen'
import { ControlTab } from '../groups/message/mention-scope'
import { shownHidden } from '../groups/message/text-pieces'
import { openedFile } from './opened-file'
import { useWorkFile } from './use-work-file'
import { linkedPath, type WorkPath, writtenPath } from './work-path'
import './work-files.css'

interface WorkFileLinkProps {
  readonly agent: AgentRecord
  /** As the agent wrote it. */
  readonly address: string
  readonly as: 'code' | 'link' | 'picture'
  /** The words of a link, or of a picture. */
  readonly words: string
  /** What is shown if it leads to no file. */
  readonly children: ReactNode
}

/** A file of the working folder that an agent names: it opens the file, or draws the picture. */
export default function WorkFileLink(props: WorkFileLinkProps) {
  const { agent, address, as, words, children } = props
  const place = (as === 'code' ? writtenPath : linkedPath)(address, agent.cwd ?? '')
  if (!place) return children
  const open = () => openedFile.setState({ file: { agent, ...place } })
  return as === 'picture' ? (
    <Picture {...{ agent, place, words, open }} />
  ) : (
    <Chip {...{ place, words, open }} />
  )
}

interface OpenProps {
  readonly place: WorkPath
  readonly words: string
  readonly open: () => void
}

function Chip({ place: { path, line }, words, open }: OpenProps) {
  const tabIndex = useContext(ControlTab)
  const name = `${path}${line === null ? '' : `, line ${line}`}`
  return (
    <button
      type="button"
      className="wf-chip"
      title={`Show ${shownHidden(name)}`}
      aria-haspopup="dialog"
      tabIndex={tabIndex}
      onClick={open}
    >
      <FileText size={13} strokeWidth={1.8} aria-hidden="true" />
      <bdi>{shownHidden(words)}</bdi>
    </button>
  )
}

function Picture({ agent, place, words, open }: OpenProps & { readonly agent: AgentRecord }) {
  const tabIndex = useContext(ControlTab)
  // It stays whatever is in it: what is out of sight gives its picture back.
  const element = useRef<HTMLSpanElement>(null)
  const loaded = useWorkFile(agent, place.path, useSeen(element))
  const name = shownHidden(words || place.path)
  return (
    <span ref={element} className="wf-place">
      {loaded.kind === 'text' ? (
        // An SVG is a text here.
        <Chip {...{ place, words: name, open }} />
      ) : (
        <button
          type="button"
          className="wf-shot"
          aria-label={`Picture ${name}${loaded.kind === 'problem' ? `: ${loaded.text}` : ''}`}
          aria-haspopup="dialog"
          aria-busy={loaded.kind === 'loading'}
          title={shownHidden(place.path)}
          tabIndex={tabIndex}
          onClick={open}
        >
          {loaded.kind === 'picture' && <img src={loaded.url} alt="" draggable={false} />}
          {loaded.kind === 'problem' && (
            <span className="wf-none">
              <ImageOff size={20} strokeWidth={1.6} aria-hidden="true" />
              <b>{name}</b>
              {loaded.text}
            </span>
          )}
        </button>
      )}
    </span>
  )
}
