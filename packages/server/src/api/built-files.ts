import path from 'node:path'
import express, { type Request, type RequestHandler, type Response } from 'express'
import Negotiator from 'negotiator'

/** What the build has put beside each file that gets smaller by it, the smallest first. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const
type Encoding = keyof typeof ENDINGS
const ENCODINGS = Object.keys(ENDINGS) as Encoding[]

type Options = Parameters<typeof express.static>[1]

/**
 * Files as they were built: compressed, where they are and the client takes that. Each form is a file of its own, so
 * that conditional requests and ranges mean the bytes that are sent.
 */
export function builtFiles(folder: string, options: Options): RequestHandler {
  const plain = express.static(folder, options)
  const compressed = { br: formOf('br'), gzip: formOf('gzip') }

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

function preferred(request: Request): Encoding | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  // Its types are older: the second argument decides between what the client likes as much.
  const negotiator = new Negotiator(request) as {
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[]
  }
  const [best] = negotiator.encodings([...ENCODINGS, 'identity'], { preferred: ENCODINGS })
  return ENCODINGS.find((encoding) => encoding === best) ?? null
}

const isNotThere = (error: unknown) => (error as { status?: number } | undefined)?.status === 404
