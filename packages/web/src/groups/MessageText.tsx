import { memo } from 'react'
import { textBlocks } from './text-blocks'

/** A message's text. Agents wrote it: it is shown, never interpreted. */
export const MessageText = memo(function MessageText({ content }: { readonly content: string }) {
  return (
    <div className="b" dir="auto">
      {textBlocks(content).map((block, index) =>
        block.kind === 'code' ? (
          // A block's place in its text is its identity: the text never changes.
          <pre key={index} tabIndex={0}>
            {block.text}
          </pre>
        ) : (
          <div key={index}>
            {block.inlines.map((inline, at) =>
              inline.kind === 'code' ? <code key={at}>{inline.text}</code> : inline.text,
            )}
          </div>
        ),
      )}
    </div>
  )
})
