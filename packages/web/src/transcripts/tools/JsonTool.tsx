import { useMemo } from 'react'
import { CodeText } from '../items/CodeText'
import { ToolOutput } from './ToolOutput'
import type { ToolViewProps } from './tool-looks'

/** A tool that has no view of its own: what it was told, and what it answered. */
export function JsonTool(props: ToolViewProps) {
  const { input, skillInstructions } = props.tool
  const text = useMemo(() => ({ ...input, text: indented(input.text) }), [input])
  return (
    <>
      <CodeText text={text} label="Input" language="json" onWhole={props.whole} />
      <ToolOutput {...props} />
      {skillInstructions && (
        <CodeText text={skillInstructions} label="Instructions" onWhole={props.whole} />
      )}
    </>
  )
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // It was cut.
    return text
  }
}
