// Puts `name.br` and `name.gz` beside each file of a built folder that gets smaller by it, for the server to send
// (packages/server/src/api/built-files.ts). Compressed once and well, here, not for each request.
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Fonts and pictures are compressed already. */
const TEXT = /\.(css|html|js|json|svg|txt)$/
/** Below that there is next to nothing to win. */
const LEAST = 512
/** Above that the best brotli takes seconds for a few per cent. */
const LARGE = 1 << 20

export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  await Promise.all(
    files.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))),
  )
}

async function compress(file) {
  const bytes = await readFile(file)
  if (bytes.length < LEAST) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await Promise.all([
    smaller(`${file}.br`, bytes, promisify(brotliCompress)(bytes, { params })),
    smaller(`${file}.gz`, bytes, promisify(gzip)(bytes, { level: 9 })),
  ])
}

async function smaller(file, bytes, compressing) {
  const compressed = await compressing
  if (compressed.length < bytes.length) await writeFile(file, compressed)
}
