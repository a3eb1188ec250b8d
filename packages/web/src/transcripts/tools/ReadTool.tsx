import { JsonTool } from './JsonTool'
import { inputOf, textIn } from './tool-input'
import { ToolOutput } from './ToolOutput'
import type { ToolViewProps } from './tool-looks'

/** What was read or found; what was asked for is in the line above. */
export function ReadTool(props: ToolViewProps) {
  const subject = textIn(inputOf(props.tool), 'file_path', 'path', 'pattern', 'url', 'query')
  return subject === null ? <JsonTool {...props} /> : <ToolOutput {...props} label={subject} />
}
