import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder that is gone when the test is: `using folder = tempFolder()`. */
export function tempFolder(): { readonly path: string; [Symbol.dispose](): void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'crewroom-test-'))
  return {
    path: folder,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
