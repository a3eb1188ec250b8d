import { CopyButton } from '../ui/CopyButton'

interface SnippetProps {
  readonly text: string
  readonly what: string
  readonly isLong?: boolean
}

/** Text for a shell, with a button that copies it. */
export function Snippet({ text, what, isLong = false }: SnippetProps) {
  return (
    <div className={isLong ? 'snippet long' : 'snippet'}>
      <pre tabIndex={0}>
        {text.split('\n').map((line, index) => (
          // Lines never move: their place is who they are.
          <span key={index} className={line.startsWith('#') ? 'note' : undefined}>
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  )
}
