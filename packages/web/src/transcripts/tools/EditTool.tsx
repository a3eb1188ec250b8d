import { useMemo } from 'react'
import { ChangeFigure } from '../../permissions/FileDiff'
import { editedBy } from './edited'
import { JsonTool } from './JsonTool'
import { ToolError } from './ToolOutput'
import type { ToolViewProps } from './tool-looks'

/** What became of a file, or was to become of it. */
export function EditTool(props: ToolViewProps) {
  const { tool } = props
  const edited = useMemo(() => editedBy(tool), [tool])
  if (!edited) return <JsonTool {...props} />
  return (
    <>
      <ChangeFigure path={edited.path} change={edited.change} />
      <ToolError {...props} />
    </>
  )
}
