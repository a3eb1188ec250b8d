import { type ReactElement, type ReactNode, Suspense, useContext, useRef } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { useOverflows } from '../../ui/use-overflows'
import { CodeBlock } from './CodeBlock'
import { harmlessTree, type Node, withoutCommands } from './harmless-tree'
import { Mention } from './Mention'
import { ControlTab } from './mention-scope'
import { CommandChip, HiddenChip } from './Pieces'
import { recently } from './recently'
import { WorkFolder } from './work-folder'
import { drawnLater } from '../../ui/drawn-later'

const WorkFileLink = drawnLater(() =>
  import('../../work-files/WorkFileLink').then((own) => own.default),
)

interface Given {
  readonly children?: ReactNode
  readonly href?: string
  readonly language?: string
  readonly address?: string
  readonly kind?: 'link' | 'picture'
  readonly words?: string
}

const COMPONENTS = {
  a: ({ href = '', children }: Given) => <OuterLink href={href}>{children}</OuterLink>,
  table: ({ children }: Given) => <Table>{children}</Table>,
  codeblock: ({ children, language = '' }: Given) => (
    <CodeBlock text={worded(children)} language={language} />
  ),
  code: ({ children }: Given) => (
    <Named address={worded(children)} kind="code" words={worded(children)}>
      <code>{children}</code>
    </Named>
  ),
  workfile: ({ children, address = '', kind = 'link', words = '' }: Given) => (
    <Named {...{ address, kind, words }}>{children}</Named>
  ),
  mention: ({ children }: Given) => <Mention text={worded(children)} />,
  command: ({ children }: Given) => <CommandChip text={worded(children)} />,
  hidden: ({ children }: Given) => <HiddenChip text={worded(children)} />,
} as unknown as Components

const cache = recently<ReactElement | null>(300)

/** A message as markdown means it; null where it cannot be parsed, which leaves it as it was written. */
export function richText(content: string): ReactNode {
  return cache(content, () => {
    const { text, commands } = withoutCommands(content)
    try {
      return Markdown({
        children: text,
        remarkPlugins: [[remarkGfm, { singleTilde: false }]],
        rehypePlugins: [() => (tree: unknown) => harmlessTree(tree as Node, commands)],
        // The tree holds addresses only that were looked at.
        urlTransform: (address) => address,
        components: COMPONENTS,
      })
    } catch {
      return null
    }
  })
}

function OuterLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const tabIndex = useContext(ControlTab)
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      title={href}
      tabIndex={tabIndex}
    >
      {children}
    </a>
  )
}

interface NamedProps {
  readonly address: string
  readonly kind: 'code' | 'link' | 'picture'
  readonly words: string
  readonly children: ReactNode
}

/** What may name a file of the working folder of the agent whose words these are. */
function Named({ address, kind, words, children }: NamedProps) {
  const agent = useContext(WorkFolder)
  if (!agent) return children
  return (
    <Suspense fallback={children}>
      <WorkFileLink {...{ agent, address, words }} as={kind}>
        {children}
      </WorkFileLink>
    </Suspense>
  )
}

function Table({ children }: { readonly children: ReactNode }) {
  const table = useRef<HTMLDivElement>(null)
  const isWide = useOverflows(table)
  return (
    <div
      ref={table}
      className="tbl"
      role="group"
      aria-label="Table"
      tabIndex={isWide ? 0 : undefined}
    >
      <table>{children}</table>
    </div>
  )
}

function worded(children: ReactNode): string {
  return typeof children === 'string' ? children : Array.isArray(children) ? children.join('') : ''
}
