import type { ToolItemView } from '@crewroom/shared/transcript/views'
import { CircleDashed } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { shownHidden } from '../../groups/message/text-pieces'
import { tokenWords } from '../../overview/amounts'
import { editedBy } from '../tools/edited'
import { EditTool } from '../tools/EditTool'
import { inputOf, textIn } from '../tools/tool-input'
import { toolLook } from '../tools/tool-looks'
import { useTranscript } from '../transcript-context'
import { firstLine, shortPath, tookWords } from '../words'
import type { DisplayItemProps } from './DisplayItem'
import { ItemHead } from './ItemHead'

/** A call of a tool with its result. Without one it has a hollow dot. */
export function LinkedToolItem({ item, isOpen, onToggle, whole }: DisplayItemProps<'tool'>) {
  const { tool } = item
  const look = toolLook(tool.name)
  const subject = useMemo(() => {
    const input = inputOf(tool)
    return (input && look.line?.(input)) ?? textIn(input, ...look.subject)
  }, [tool, look])
  const { folder } = useTranscript()
  const isBad = tool.result?.isError === true
  const line = shownHidden(
    subject === null ? previewLine(tool) : shortPath(firstLine(subject), folder),
  )
  return (
    <div className={isBad ? 'tv-it bad' : 'tv-it'}>
      <ItemHead
        icon={tool.isOrphaned ? CircleDashed : look.icon}
        kind={shownHidden(tool.name)}
        isOpen={isOpen}
        onToggle={onToggle}
        title={tool.outputPreview}
        result={<Outcome tool={tool} />}
        took={tookWords(tool.durationMs)}
      >
        {look.isCode && subject !== null ? <code>{line}</code> : line}
      </ItemHead>
      {isOpen && (
        <div className="tv-body">
          <look.View tool={tool} whole={whole} />
        </div>
      )}
    </div>
  )
}

/** The first characters of what it was told, in a line. */
const previewLine = ({ inputPreview }: ToolItemView): string => {
  const line = inputPreview.replace(/\s+/g, ' ').trim()
  return line === '{}' ? '' : line
}

function Outcome({ tool }: { readonly tool: ToolItemView }): ReactNode {
  const edited = useMemo(
    () => (toolLook(tool.name).View === EditTool ? editedBy(tool) : null),
    [tool],
  )
  const { result } = tool
  if (result?.isError) return <span className="tv-fail">{failure(result.content.text)}</span>
  if (edited) {
    return (
      <>
        <span className="tv-add">+{edited.change.added}</span>{' '}
        <span className="tv-del">−{edited.change.removed}</span>
      </>
    )
  }
  if (!result) return tool.isOrphaned ? <span className="tv-orphan">no result</span> : 'running'
  return result.tokenCount ? `${tokenWords(result.tokenCount)} tok` : ''
}

const failure = (text: string): string => {
  const code = /\bexit(?:ed with)? code:? (\d{1,3})\b/i.exec(text.slice(0, 500))?.[1]
  return code === undefined ? 'failed' : `exit ${code}`
}
