import type { Part } from '@crewroom/shared/model/part'
import { FileText, Image } from 'lucide-react'
import { useContext } from 'react'
import { FileName } from '../../files/FileName'
import { ControlTab } from './mention-scope'
import { MessageText } from './MessageText'
import { partBlocks, type PartLink } from './part-blocks'
import { shownHidden } from './text-pieces'

interface MessagePartsProps {
  /** Null: its state is that of this row alone. */
  readonly messageId: string | null
  readonly parts: readonly Part[]
  /** No text of it is folded. */
  readonly isWhole?: boolean
}

/** A message's parts: texts, and links to pictures and files. Nothing is loaded from where they lead. */
export function MessageParts({ messageId, parts, isWhole = false }: MessagePartsProps) {
  return partBlocks(parts).map((block, index) =>
    // A part's place in its message is its identity: messages do not change.
    block.kind === 'text' ? (
      <MessageText
        key={index}
        content={block.text}
        isWhole={isWhole}
        {...(messageId === null ? {} : { messageId: `${messageId} ${index}` })}
      />
    ) : (
      <div key={index} className="m-links">
        {block.links.map((link, at) => (
          <Link key={at} link={link} />
        ))}
      </div>
    ),
  )
}

function Link({ link: { kind, name, url, isSafe, about } }: { readonly link: PartLink }) {
  const tabIndex = useContext(ControlTab)
  const Icon = kind === 'image' ? Image : FileText
  const inside = (
    <>
      <Icon size={18} strokeWidth={1.7} aria-hidden="true" />
      <span>
        <b>{kind === 'file' ? <FileName name={name} /> : <bdi>{shownHidden(name)}</bdi>}</b>
        <small>{about.map(shownHidden).join(' · ')}</small>
      </span>
    </>
  )
  return isSafe ? (
    <a
      className="m-link"
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={url}
      tabIndex={tabIndex}
    >
      {inside}
      <span className="sr">, opens in a new tab</span>
    </a>
  ) : (
    <span className="m-link">{inside}</span>
  )
}
