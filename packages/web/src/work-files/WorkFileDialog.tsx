import type { AgentRecord } from '@crewroom/shared/model/agent'
import { LIMITS } from '@crewroom/shared/protocol/limits'
import { FileX, FolderOpen } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useStore } from 'zustand'
import { isolated } from '../groups/group-name'
import { useHighlighted } from '../groups/message/highlighter'
import { shownHidden } from '../groups/message/text-pieces'
import { useAction } from '../needs/NeedFrame'
import { person } from '../sync/sync'
import { workFiles } from '../sync/api/work-files'
import { bytesOf } from '../ui/amounts'
import { CopyButton } from '../ui/CopyButton'
import { Dialog } from '../ui/Dialog'
import { Problem } from '../ui/Problem'
import { openedFile } from './opened-file'
import { type Loaded, useWorkFile } from './use-work-file'
import './work-files.css'

const close = () => openedFile.setState({ file: null })

/** The file that is open over the page: a text with its lines, or a picture. */
export default function WorkFileDialog() {
  const file = useStore(openedFile, (all) => all.file)
  const { key } = useLocation()
  const first = useRef(key)
  useEffect(() => {
    if (key !== first.current) close()
  }, [key])
  useEffect(() => close, [])
  return file && <Opened key={`${file.agent.id} ${file.path}`} {...file} />
}

type OpenedProps = NonNullable<ReturnType<typeof openedFile.getState>['file']>

function Opened({ agent, path, line }: OpenedProps) {
  const [attempt, setAttempt] = useState(0)
  const loaded = useWorkFile(agent, path, true, attempt)
  const name = path.split('/').at(-1) ?? path
  return (
    <Dialog title={isolated(shownHidden(name))} onClose={close} width="wide">
      <div className="wf-stage" aria-busy={loaded.kind === 'loading'}>
        <Content {...{ agent, loaded, name, line }} again={() => setAttempt(attempt + 1)} />
      </div>
      <footer className="wf-foot">
        <FolderOpen size={15} strokeWidth={1.8} aria-hidden="true" />
        <span className="wf-path" title={`${agent.cwd}/${path}`}>
          <bdi dir="ltr">{shownHidden(path)}</bdi>
        </span>
        <span role="status">{about(loaded)}</span>
        <span className="sp" />
        <CopyButton text={path} what="path" label="Copy path" />
      </footer>
    </Dialog>
  )
}

function about(loaded: Loaded): string {
  switch (loaded.kind) {
    case 'text':
      return loaded.size > loaded.shown && loaded.shown > LIMITS.workFileText - 4
        ? `The first 256 KB of ${bytesOf(loaded.size)}`
        : bytesOf(loaded.size)
    case 'picture':
      return bytesOf(loaded.size)
    default:
      return ''
  }
}

interface ContentProps {
  readonly agent: AgentRecord
  readonly loaded: Loaded
  readonly name: string
  readonly line: number | null
  /** Loads it once more. */
  readonly again: () => void
}

function Content({ agent, loaded, name, line, again }: ContentProps) {
  switch (loaded.kind) {
    case 'loading':
      return <span className="sr">Loading the file</span>
    case 'problem':
      return (
        <div className="wf-none">
          <FileX size={28} strokeWidth={1.6} aria-hidden="true" />
          <p role="alert">{shownHidden(loaded.text)}</p>
          {loaded.canChoose && <ChooseFolder {...{ agent, again }} />}
        </div>
      )
    case 'picture':
      return <img src={loaded.url} alt={shownHidden(name)} draggable={false} />
    case 'text':
      return <Lines text={loaded.text} name={name} line={line} />
    default:
      return loaded satisfies never
  }
}

/** Another folder is in the place of the one that was chosen: the person may choose it as well. */
function ChooseFolder({ agent, again }: Pick<ContentProps, 'agent' | 'again'>) {
  const isReader = useStore(person, (all) => all.isReader)
  const { isBusy, problem, run } = useAction()
  if (isReader) return null
  const choose = async () => {
    if (await run(() => workFiles.chooseFolder(agent))) again()
  }
  return (
    <>
      <button type="button" className="btn" disabled={isBusy} onClick={() => void choose()}>
        Show files of this folder
      </button>
      <Problem text={problem} />
    </>
  )
}

interface LinesProps {
  readonly text: string
  readonly name: string
  readonly line: number | null
}

function Lines({ text, name, line }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLSpanElement>(null)
  const shown = shownHidden(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''))
  const highlighted = useHighlighted(shown, /\.(\w+)$/.exec(name)?.[1] ?? '')
  const count = shown.split('\n').length
  const isThere = line !== null && line <= count
  useLayoutEffect(() => {
    const [box, marked] = [scroller.current, mark.current]
    // What is seen at once stays where it is.
    if (!box || !marked || marked.offsetTop < (box.clientHeight * 2) / 3) return
    box.scrollTop = marked.offsetTop - box.clientHeight / 3
  }, [])
  if (text === '') return <p className="wf-none">This file is empty.</p>
  return (
    <div
      ref={scroller}
      className="wf-lines"
      role="group"
      aria-label={`Content of ${shownHidden(name)}${isThere ? `, line ${line} is marked` : ''}`}
      tabIndex={0}
    >
      <pre className="wf-numbers" aria-hidden="true">
        {Array.from({ length: count }, (_, at) => at + 1).join('\n')}
      </pre>
      <pre className="wf-text">{highlighted ?? shown}</pre>
      {isThere && (
        <span
          ref={mark}
          className="wf-mark"
          style={{ top: `calc(var(--pad) + ${line - 1} * var(--row))` }}
        />
      )}
    </div>
  )
}
