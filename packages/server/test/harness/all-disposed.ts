import { afterEach, aroundEach } from 'vitest'
import { openCrews, runningTest } from './open-crews'

// A setup file: this runs for every test file, also where those share their modules. A test is blamed for its own crews alone.
aroundEach(async (run, { task }) => {
  const own = { name: task.name }
  await runningTest.run(own, run)
  const left = [...openCrews].filter(([, test]) => test === own)
  for (const [crew] of left) openCrews.delete(crew)
  if (left.length > 0)
    throw new Error(`"${own.name}" did not dispose of a test crew: use await using`)
})

afterEach(() => {
  const made = [...openCrews].some(([, test]) => test === null)
  for (const [crew, test] of openCrews) if (test === null) openCrews.delete(crew)
  if (made) throw new Error('a hook of this file did not dispose of a test crew')
})
