import { afterEach } from 'vitest'
import { openCrews } from './open-crews'

// A setup file: this runs for every test file, also where those share their modules.
afterEach(() => {
  const left = openCrews.size
  openCrews.clear()
  if (left > 0) throw new Error('a test crew was not disposed of: use `await using`')
})
