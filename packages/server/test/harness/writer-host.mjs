import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'

// Runs the built writer's script again and again: each time for another port, as the thread's own script finds its parent's.
const parent = threads.parentPort
let runs = 0

parent.on('message', ({ script, port, workerData }) => {
  Object.assign(threads, { parentPort: port, workerData })
  syncBuiltinESMExports()
  runs += 1
  void import(`${script}?${runs}`)
})
