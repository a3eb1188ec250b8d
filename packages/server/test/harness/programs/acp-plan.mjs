// acp-agent.mjs with another behaviour at each start. `ACP_PLAN` is a list of behaviours, the last of which stands for
// all further starts; `ACP_STARTS` is a file that gets a line with the time for each start.
import { appendFileSync, readFileSync } from 'node:fs'

appendFileSync(process.env.ACP_STARTS, `${Date.now()}\n`)
const start = readFileSync(process.env.ACP_STARTS, 'utf8').split('\n').length - 2
const plan = JSON.parse(process.env.ACP_PLAN)
process.env.ACP_BEHAVIOUR = JSON.stringify(plan[Math.min(start, plan.length - 1)])
await import('./acp-agent.mjs')
