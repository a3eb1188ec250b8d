import { fileURLToPath } from 'node:url'

/** Tests open databases with what the server opens them with: better-sqlite3 itself does not run on every Node.js. */
export const ONE_SQLITE = {
  alias: [
    {
      find: /^better-sqlite3$/,
      replacement: fileURLToPath(
        new URL('packages/server/src/storage/sqlite-package.ts', import.meta.url),
      ),
    },
  ],
}
