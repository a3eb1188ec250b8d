import { memo, type ReactNode, useContext } from 'react'
import { CodeBlock } from './CodeBlock'
import { foldOf } from './fold'
import { CutCode } from './mention-scope'
import { Pieces } from './Pieces'
import { useRichText } from './rich-text-loader'
import { shownHidden } from './text-pieces'
import { textBlocks } from './text-blocks'
import { UnfoldButton } from './UnfoldButton'
import { useOpened } from './use-opened'

interface MessageTextProps {
  readonly content: string
  /** The state of a message that is shown in several rows, or in one that disappears and returns. */
  readonly messageId?: string
  /** Nothing of it is folded, such as while one goes through what was found in it. */
  readonly isWhole?: boolean
}

/** A message's text. Agents wrote it: it is shown, never interpreted beyond a little markdown. */
export const MessageText = memo(function MessageText(props: MessageTextProps) {
  const { content, messageId, isWhole: mustBeWhole = false } = props
  const [isWhole, setWhole] = useOpened(messageId)
  const isCut = useContext(CutCode)
  const fold = mustBeWhole ? null : foldOf(content)
  if (!fold) return <Body content={content} />
  return (
    <>
      <CutCode value={isCut || (!isWhole && fold.isInCode)}>
        <Body content={isWhole ? content : fold.head} />
      </CutCode>
      <UnfoldButton
        isWhole={isWhole}
        amount={amount(content, fold.lines)}
        onToggle={() => setWhole(!isWhole)}
      />
    </>
  )
})

function amount(content: string, lines: number): string {
  return lines === 1
    ? `${content.length.toLocaleString()} characters`
    : `${lines.toLocaleString()} lines`
}

function Body({ content }: Pick<MessageTextProps, 'content'>): ReactNode {
  const rich = useRichText(content)
  return (
    <div className="b" dir="auto">
      {rich ?? <AsWritten content={content} />}
    </div>
  )
}

function AsWritten({ content }: Pick<MessageTextProps, 'content'>): ReactNode {
  return textBlocks(content).map((block, index) =>
    block.kind === 'code' ? (
      // A block's place in its text is its identity: the text never changes.
      <CodeBlock key={index} text={block.text} language={block.language} />
    ) : (
      <p key={index} dir="auto">
        {block.inlines.map((inline, at) =>
          inline.kind === 'code' ? (
            <code key={at}>{shownHidden(inline.text)}</code>
          ) : (
            <Pieces key={at} text={inline.text} />
          ),
        )}
      </p>
    ),
  )
}
