import { useId } from 'react'

interface FolderFieldProps {
  readonly folder: string
  readonly change: (folder: string) => void
}

/** Where programs are started, on the server's machine. */
export function FolderField({ folder, change }: FolderFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Working folder (optional)</label>
      <input
        id={id}
        className="input pc-line"
        value={folder}
        placeholder="/home/me/project"
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => change(target.value)}
      />
      <p id={`${id}-hint`} className="hint">
        On the server’s machine. Default: the folder where the server was started.
      </p>
    </div>
  )
}
