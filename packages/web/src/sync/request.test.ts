import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiError, request } from './request'

/** Answers 200 and promises more than it sends. */
let server: Server
let url: string

beforeAll(async () => {
  server = createServer((asked, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 })
    response.write('{"entries":[')
    if (asked.url === '/cut') setImmediate(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('UI250 an answer that the network cuts off is no answer', async () => {
  const answer = request('GET', `${url}/cut`)
  await expect(answer).rejects.toMatchObject({ name: 'ApiError', status: 0, code: 'network' })
  await expect(answer).rejects.toSatisfy((error) => (error as ApiError).passing)
})

test('UI250 an answer that the page itself cuts off is reported as aborted', async () => {
  const stop = new AbortController()
  const answer = request('GET', `${url}/open`, { signal: stop.signal })
  setTimeout(() => stop.abort(), 50)
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})
