import type { ReactNode } from 'react'
import rehypeHighlight from 'rehype-highlight'
import { recently } from './recently'

interface Node {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly Node[]
}

const transform = rehypeHighlight({
  aliases: { bash: ['sh', 'zsh', 'console', 'shell'], typescript: ['mts', 'cts'] },
}) as unknown as (tree: Node, file: { message(): void }) => void
const cache = recently<ReactNode>(200)

/** Code with its words in spans. What comes from the highlighter is text and class names; nothing else is taken. */
export function highlight(text: string, language: string): ReactNode {
  return cache(`${language}\n${text}`, () => {
    const code: Node = {
      type: 'element',
      tagName: 'code',
      properties: { className: [`language-${language}`] },
      children: [{ type: 'text', value: text }],
    }
    const pre: Node = { type: 'element', tagName: 'pre', properties: {}, children: [code] }
    try {
      transform({ type: 'root', children: [pre] }, { message: () => undefined })
    } catch {
      return null
    }
    return shown(code.children ?? [])
  })
}

function shown(nodes: readonly Node[]): ReactNode {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value
    const names = node.properties?.className
    return (
      <span key={index} className={Array.isArray(names) ? names.join(' ') : undefined}>
        {shown(node.children ?? [])}
      </span>
    )
  })
}
