import type { RefObject } from 'react'

const EXAMPLES = [
  {
    word: 'Review my last commit',
    task: 'Review my last commit: say what is wrong, what is risky and what is not tested.',
  },
  {
    word: 'Find flaky tests',
    task: 'Find flaky tests: run the tests several times, name those that do not always pass, and why.',
  },
  {
    word: 'Write the missing docs',
    task: 'Write the missing docs: find what users need and cannot read anywhere, and write it.',
  },
] as const

/** Tasks to begin from. They go into the field as if they were typed there, so that undo brings back what was in it. */
export function Examples({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const put = (task: string) => {
    const box = field.current
    if (!box) return
    box.focus()
    box.select()
    document.execCommand('insertText', false, task)
  }
  return (
    <div className="fr-examples" role="group" aria-label="Or try">
      <span aria-hidden="true">Or try:</span>
      {EXAMPLES.map(({ word, task }) => (
        <button key={word} type="button" onClick={() => put(task)}>
          {word}
        </button>
      ))}
    </div>
  )
}
