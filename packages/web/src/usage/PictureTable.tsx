import { type Bucket, type Step } from './picture'
import { bucketName } from './picture-times'

interface PictureTableProps {
  readonly buckets: readonly Bucket[]
  readonly step: Step
  readonly agents: readonly string[]
  readonly words: (amount: number) => string
  readonly nameOf: (agentId: string) => string
}

/** The picture as text; hours in which no turn ended are left out. */
export function PictureTable({ buckets, step, agents, words, nameOf }: PictureTableProps) {
  const rows = buckets.filter(({ total }) => total !== 0)
  return (
    <details className="use-table">
      <summary>As a table</summary>
      <div tabIndex={0} role="region" aria-label="What was used over time">
        <table>
          <thead>
            <tr>
              <th scope="col">{step === 'hour' ? 'Hour' : 'Day (UTC)'}</th>
              <th scope="col">All</th>
              {agents.map((id) => (
                <th key={id} scope="col">
                  {nameOf(id)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.toReversed().map((bucket) => (
              <tr key={bucket.key}>
                <th scope="row">{bucketName(bucket, step)}</th>
                <td>{bucket.total === null ? 'not reported' : words(bucket.total)}</td>
                {agents.map((id) => {
                  const part = bucket.parts.find(({ agentId }) => agentId === id)
                  return <td key={id}>{part ? words(part.amount) : ''}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
