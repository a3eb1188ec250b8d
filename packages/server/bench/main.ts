import { writeFileSync } from 'node:fs'
import { agentsBench } from './agents-bench'
import { loopBench } from './loop-bench'
import type { BenchResult } from './measure'
import { scannerBench } from './scanner-bench'
import { sendBench } from './send-bench'

/** `npm run bench [-- --json FILE]`: ratios in one run; absolute figures only for information. */
const at = process.argv.indexOf('--json')
const file = at === -1 ? null : process.argv[at + 1]

const results: BenchResult[] = []
const only = process.argv[process.argv.indexOf('--only') + 1]
const benches = { scanner: scannerBench, send: sendBench, loop: loopBench, agents: agentsBench }
for (const [name, bench] of Object.entries(benches)) {
  if (process.argv.includes('--only') && name !== only) continue

  for (const result of await bench()) {
    results.push(result)
    const detail = Object.entries(result.detail)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
    process.stdout.write(
      `${result.ok ? 'ok  ' : 'MISS'}  ${result.name}: ${result.ratio} (${result.bound})  ${detail}\n`,
    )
  }
}
if (file) writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
process.exit(results.every((result) => result.ok) ? 0 : 1)
