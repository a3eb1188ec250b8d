import { Search } from 'lucide-react'

interface FindFieldProps {
  /** Its placeholder and its accessible name. */
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Narrows a list to the entries that contain some words. */
export function FindField({ label, value, onChange }: FindFieldProps) {
  return (
    <label className="f-find">
      <Search size={15} />
      <input
        type="search"
        placeholder={label}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
