import { createReadStream, existsSync, readdirSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { type Transform, pipeline } from 'node:stream'
import { createBrotliDecompress, createGzip } from 'node:zlib'
import express, { type Request, type RequestHandler, type Response } from 'express'
import Negotiator from 'negotiator'

/** What the build has put beside each file that gets smaller by it, the smallest first. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof ENDINGS
const ENCODINGS = Object.keys(ENDINGS) as Encoding[]

type Options = NonNullable<Parameters<typeof express.static>[1]>

/**
 * Files as they were built: compressed, where they are and the client takes that. Each form is a file of its own, so
 * that conditional requests and ranges mean the bytes that are sent.
 */
export function builtFiles(folder: string, options: Options): RequestHandler {
  const plain = express.static(folder, options)
  const compressed = { br: formOf('br'), gzip: formOf('gzip') }
  // Most clients take brotli: a start does not wait for all names to be read.
  let packed: ReadonlySet<string> | null = null

  function formOf(encoding: Encoding): RequestHandler {
    const setHeaders = (response: Response, file: string) => {
      response.type(path.extname(file.slice(0, -ENDINGS[encoding].length)))
      response.setHeader('Content-Encoding', encoding)
    }
    return express.static(folder, { ...options, redirect: false, fallthrough: false, setHeaders })
  }

  return (request, response, next) => {
    response.vary('Accept-Encoding')
    const encoding = preferred(request)
    if (encoding !== 'br' && isRead(request) && (packed ??= packedOnly(folder)).has(request.path)) {
      const file = path.join(folder, `${request.path}.br`)
      const stats = statSync(file, { throwIfNoEntry: false })
      // An installation may be replaced while its server runs.
      if (stats) unpack(file, stats, encoding, options, request, response)
      else next()
      return
    }
    if (encoding === null) {
      plain(request, response, next)
      return
    }
    const { url } = request
    request.url = url.replace(/\?|$/, (rest) => ENDINGS[encoding] + rest)
    compressed[encoding](request, response, (error?: unknown) => {
      request.url = url
      if (isNotThere(error)) {
        plain(request, response, next)
      } else {
        response.removeHeader('Content-Encoding')
        next(error)
      }
    })
  }
}

/** Addresses of files that are there in no other form: the published package would be twice as large with all of them. */
function packedOnly(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const all = new Set(names.map((name) => `/${name.split(path.sep).join('/')}`))
  const bare = Array.from(all, (name) => name.slice(0, -ENDINGS.br.length))
  return new Set(bare.filter((name) => !all.has(name) && all.has(name + ENDINGS.br)))
}

/** For the few clients that do not take brotli: those far away over HTTP, and programs. */
function unpack(
  file: string,
  { size, mtimeMs }: Stats,
  encoding: 'gzip' | null,
  { cacheControl, immutable }: Options,
  request: Request,
  response: Response,
): void {
  response.type(path.extname(file.slice(0, -ENDINGS.br.length)))
  response.setHeader('ETag', `W/"${size.toString(16)}-${mtimeMs.toString(16)}-${encoding}"`)
  if (cacheControl !== false) {
    const age = immutable === true ? 'max-age=31557600, immutable' : 'max-age=0'
    response.setHeader('Cache-Control', `public, ${age}`)
  }
  if (request.fresh) {
    response.status(304).end()
    return
  }
  if (encoding) response.setHeader('Content-Encoding', encoding)
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  const forms: Transform[] = [createBrotliDecompress(), ...(encoding ? [createGzip()] : [])]
  // A client that leaves, or a file that cannot be read, ends the answer.
  pipeline([createReadStream(file), ...forms, response], () => {})
}

function preferred(request: Request): Encoding | null {
  if (!isRead(request)) return null
  // Its types are older: the second argument decides between what the client likes as much.
  const negotiator = new Negotiator(request) as {
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
  }
  const [best] = negotiator.encodings([...ENCODINGS, 'identity'], { preferred: ENCODINGS })
  return ENCODINGS.find((encoding) => encoding === best) ?? null
}

const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'
const isNotThere = (error: unknown) => (error as { status?: number } | undefined)?.status === 404
