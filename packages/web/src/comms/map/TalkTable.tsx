import { ArrowDown } from 'lucide-react'
import { useState } from 'react'
import type { TalkLine } from '@crewroom/shared/model/talk'

type Column = 'from' | 'to' | 'direct' | 'inGroups' | 'total'
const COLUMNS: readonly (readonly [Column, string])[] = [
  ['from', 'From'],
  ['to', 'To'],
  ['direct', 'Direct'],
  ['inGroups', 'In groups'],
  ['total', 'Messages'],
]
/** More are drawn when they are asked for. */
const SHOWN = 200

interface TalkTableProps {
  readonly label: string
  readonly lines: readonly TalkLine[]
  readonly nameOf: (id: string) => string
  /** Messages in groups do not count. */
  readonly isDirect: boolean
  readonly groups: readonly {
    readonly name: string
    readonly label: string
    readonly messages: number
  }[]
}

/** The same numbers as in the picture, for whoever reads or sorts them. */
export function TalkTable({ label, lines, isDirect, nameOf, groups }: TalkTableProps) {
  const [column, setColumn] = useState<Column>('total')
  const [shown, setShown] = useState(SHOWN)
  const rows = lines
    .map((line) => ({
      key: `${line.from} ${line.to}`,
      from: nameOf(line.from),
      to: nameOf(line.to),
      direct: line.direct,
      inGroups: isDirect ? 0 : line.inGroups,
      total: line.direct + (isDirect ? 0 : line.inGroups),
    }))
    .toSorted((a, b) => compare(a[column], b[column]) || b.total - a.total)
  return (
    <div className="scroll tm-table" tabIndex={0} role="region" aria-label={label}>
      <table>
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            {COLUMNS.map(([id, words]) => (
              <th
                key={id}
                scope="col"
                aria-sort={id === column ? (isText(id) ? 'ascending' : 'descending') : undefined}
              >
                <button type="button" onClick={() => setColumn(id)}>
                  {words}
                  {id === column && <ArrowDown size={13} aria-hidden="true" />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(({ key, from, to, direct, inGroups, total }) => (
            <tr key={key}>
              <th scope="row">{from}</th>
              <td>{to}</td>
              <td>{direct.toLocaleString('en')}</td>
              <td>{inGroups.toLocaleString('en')}</td>
              <td>{total.toLocaleString('en')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" className="btn" onClick={() => setShown(shown + SHOWN)}>
          Show {Math.min(SHOWN, rows.length - shown)} more
        </button>
      )}
      {rows.length === 0 && <p className="none">Nobody wrote to anybody in this time.</p>}
      {!isDirect && groups.length > 0 && (
        <table>
          <caption>Messages in groups</caption>
          <tbody>
            {groups.map(({ name, label: own, messages }) => (
              <tr key={name}>
                <th scope="row">{own}</th>
                <td>{messages.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function isText(column: Column): boolean {
  return column === 'from' || column === 'to'
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? b - a : String(a).localeCompare(String(b))
}
