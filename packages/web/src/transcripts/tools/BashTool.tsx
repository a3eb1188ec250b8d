import { CodeText } from '../items/CodeText'
import { JsonTool } from './JsonTool'
import { inputOf, textIn } from './tool-input'
import { ToolOutput } from './ToolOutput'
import type { ToolViewProps } from './tool-looks'

/** A command, and below it what it printed. Codes of terminals were taken out before. */
export function BashTool(props: ToolViewProps) {
  const { result } = props.tool
  const command = textIn(inputOf(props.tool), 'command', 'cmd')
  if (command === null) return <JsonTool {...props} />
  if (!result || result.content.text === '') {
    return (
      <>
        <CodeText text={{ text: '' }} command={command} label="Command" />
        <ToolOutput {...props} />
      </>
    )
  }
  return <ToolOutput {...props} label="Output" command={command} />
}
