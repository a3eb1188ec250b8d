import { writeFileSync } from 'node:fs'
import { agentsBench } from './agents-bench'
import { discussionsBench } from './discussions-bench'
import { e2eBench } from './e2e-bench'
import { fanoutBench } from './fanout-bench'
import { groupsBench } from './groups-bench'
import { hostileBench } from './hostile-bench'
import { jsonRpcBench } from './json-rpc-bench'
import { loopBench } from './loop-bench'
import type { BenchResult } from './measure'
import { maskBench } from './mask-bench'
import { millionBench } from './million-bench'
import { restBench } from './rest-bench'
import { scannerBench } from './scanner-bench'
import { sendBench } from './send-bench'
import { sessionsBench } from './sessions-bench'
import { startBench } from './start-bench'
import { transcriptsBench } from './transcripts-bench'
import { verbsBench } from './verbs-bench'

/** `npm run bench [-- --json FILE] [--only NAME]`: ratios in one run; absolute figures only for information. */
const at = process.argv.indexOf('--json')
const file = at === -1 ? null : process.argv[at + 1]

const wordOf = ({ ok, fails = !ok }: BenchResult) => (fails ? 'FAIL' : ok ? 'ok  ' : 'MISS')

const results: BenchResult[] = []
const only = process.argv[process.argv.indexOf('--only') + 1]
const benches = {
  scanner: scannerBench,
  mask: maskBench,
  send: sendBench,
  verbs: verbsBench,
  loop: loopBench,
  agents: agentsBench,
  e2e: e2eBench,
  rest: restBench,
  hostile: hostileBench,
  fanout: fanoutBench,
  start: startBench,
  million: millionBench,
  groups: groupsBench,
  sessions: sessionsBench,
  discussions: discussionsBench,
  jsonRpc: jsonRpcBench,
  transcripts: transcriptsBench,
}
if (process.argv.includes('--only') && !Object.keys(benches).includes(only ?? '')) {
  process.stderr.write(`--only takes one of ${Object.keys(benches).join(', ')}\n`)
  process.exit(2)
}
for (const [name, bench] of Object.entries(benches)) {
  if (process.argv.includes('--only') && name !== only) continue

  for (const result of await bench()) {
    results.push(result)
    const detail = Object.entries(result.detail)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')
    process.stdout.write(
      `${wordOf(result)}  ${result.name}: ${result.ratio} (${result.bound})  ${detail}\n`,
    )
  }
}
if (file) writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
process.exit(results.some(({ ok, fails = !ok }) => fails) ? 1 : 0)
