import { commandsIn, shownHidden, textPieces } from './text-pieces'

/** The parts of a tree of HTML that are looked at here. */
export interface Node {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** What may be on the page; everything else gives up its place to what is in it. */
const ALLOWED = new Set(
  'p em strong del code ul ol li blockquote table thead tbody tr th td br hr'.split(' '),
)
/** Line ends between their parts mean nothing. */
const BLOCK_PARENTS = new Set('root ul ol blockquote table thead tbody tr'.split(' '))
const BLOCKS = new Set('p pre codeblock ul ol blockquote table hr'.split(' '))
const DEEPEST = 40
const HREF = /^(?:https?:\/\/[^/\s]|mailto:[^\s])/i
/** Stands for the command with this number while the text is parsed: markdown must not eat its backslashes. */
const HELD = /\uE000(\d+)\uE000/g

/** A text with its commands taken out, and the way to put them back. */
export interface HeldText {
  readonly text: string
  readonly commands: readonly string[]
}

export function withoutCommands(content: string): HeldText {
  const commands: string[] = []
  let text = ''
  let from = 0
  for (const { begin, end } of commandsIn(content)) {
    text += `${content.slice(from, begin)}\uE000${commands.length}\uE000`
    commands.push(content.slice(begin, end))
    from = end
  }
  return { text: text + content.slice(from), commands }
}

/**
 * Makes a tree out of the words of agents that holds nothing but them: elements and attributes from a short list, links
 * that lead where they say, and text in which what is hidden can be seen. No HTML is kept: it is text.
 */
export function harmlessTree(root: Node, commands: readonly string[]): void {
  root.children = below(root, 'root', 0)

  function below(parent: Node, name: string, depth: number): Node[] {
    const all = parent.children ?? []
    return all.flatMap((node, index) => {
      if (node.type === 'raw') {
        const text = texts(node.value ?? '')
        return name === 'root' ? [element('p', text, { dir: 'auto' })] : text
      }
      if (node.type === 'text') {
        const value = node.value ?? ''
        if (value.trim() === '' && isBetweenBlocks(name, all[index - 1], all[index + 1])) return []
        // A line end that is meant comes as an element and is followed by the one that was written.
        return texts(all[index - 1]?.tagName === 'br' ? value.replace(/^\n/, '') : value)
      }
      return node.type === 'element' ? one(node, depth) : []
    })
  }

  function one(node: Node, depth: number): Node[] {
    const name = node.tagName ?? ''
    if (depth > DEEPEST) return texts(textOf(node))
    if (name === 'pre') {
      const code = node.children?.find((own) => own.tagName === 'code')
      const language = /^language-(.*)$/.exec(word(firstOf(code?.properties?.['className'])))?.[1]
      const text = restored(textOf(code ?? node)).replace(/\n$/, '')
      return [element('codeblock', [{ type: 'text', value: text }], { language })]
    }
    if (name === 'code') {
      return [element('code', [{ type: 'text', value: shownHidden(restored(textOf(node))) }])]
    }
    if (name === 'img') {
      const { src, alt } = node.properties ?? {}
      const words = word(alt) || word(src)
      return link(word(src), texts(words), words, true)
    }
    if (name === 'input') {
      return [{ type: 'text', value: node.properties?.['checked'] === true ? '☑ ' : '☐ ' }]
    }
    const children = below(node, name, depth + 1)
    if (name === 'a') return link(word(node.properties?.['href']), children, textOf(node))
    if (/^h[1-6]$/.test(name)) return [element('p', [element('strong', children)], { dir: 'auto' })]
    if (!ALLOWED.has(name)) return children
    if (['p', 'li', 'th', 'td', 'blockquote'].includes(name)) {
      return [element(name, children, { dir: 'auto', align: node.properties?.['align'] })]
    }
    return [element(name, children, name === 'ol' ? { start: node.properties?.['start'] } : {})]
  }

  /** Only what leads to the web or to a mail; of the rest the address is shown, and what draws it may know a file there. */
  function link(href: string, children: Node[], shown: string, isPicture = false): Node[] {
    const address = restored(href)
    if (HREF.test(address)) return [element('a', children, { href: address })]
    if (address === '') return children
    const told =
      address === shown ? children : [...children, ...texts(` (${safelyDecoded(address)})`)]
    const kind = isPicture ? 'picture' : 'link'
    return [element('workfile', told, { address, kind, words: shownHidden(restored(shown)) })]
  }

  function texts(value: string): Node[] {
    return value.split(HELD).flatMap((part, index): Node[] => {
      if (index % 2 === 1) {
        return [element('command', [textNode(shownHidden(commands[Number(part)] ?? ''))])]
      }
      return part === ''
        ? []
        : textPieces(part).map(({ kind, text }) =>
            kind === 'text' ? textNode(text) : element(kind, [textNode(text)]),
          )
    })
  }

  function restored(value: string): string {
    return value
      .replaceAll('%EE%80%80', '\uE000')
      .replace(HELD, (_, number: string) => commands[Number(number)] ?? '')
  }
}

function textNode(value: string): Node {
  return { type: 'text', value }
}

function element(
  tagName: string,
  children: Node[],
  properties: Record<string, unknown> = {},
): Node {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined)
  return { type: 'element', tagName, children, properties: Object.fromEntries(given) }
}

function isBetweenBlocks(parent: string, before?: Node, after?: Node): boolean {
  if (BLOCK_PARENTS.has(parent)) return true
  if (parent !== 'li') return false
  const isBlock = (node?: Node) => node === undefined || BLOCKS.has(node.tagName ?? '')
  return isBlock(before) || isBlock(after)
}

function textOf(node: Node): string {
  let text = ''
  const open = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    text += next.value ?? ''
    open.push(...(next.children ?? []).toReversed())
  }
  return text
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value
}

function safelyDecoded(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

function word(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
