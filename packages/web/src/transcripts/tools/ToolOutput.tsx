import { CodeText } from '../items/CodeText'
import { TranscriptImage } from '../items/TranscriptImage'
import type { ToolViewProps } from './tool-looks'

interface ToolOutputProps extends ToolViewProps {
  readonly label?: string
  readonly command?: string
}

/** What a tool answered: its text and its images. */
export function ToolOutput({ tool, whole, label = 'Result', command }: ToolOutputProps) {
  const { result } = tool
  if (!result)
    return <p className="tv-none">{tool.isOrphaned ? 'No result came.' : 'No result yet.'}</p>
  return (
    <>
      {result.content.text !== '' && (
        <CodeText
          text={result.content}
          {...(command === undefined ? {} : { command })}
          label={label}
          isBad={result.isError}
          onWhole={whole}
        />
      )}
      {result.images.map((image, index) => (
        <TranscriptImage key={index} image={image} alt="Result of the tool" onAsk={whole} />
      ))}
    </>
  )
}

/** Only what went wrong: where all went well, the result repeats what is shown. */
export function ToolError(props: ToolViewProps) {
  const { result } = props.tool
  if (result && !result.isError) return null
  return <ToolOutput {...props} label="Error" />
}
