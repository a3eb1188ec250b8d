import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { AllowedHosts } from './access'

function allowed(hosts: AllowedHosts, headers: Record<string, string>): boolean {
  try {
    const rawHeaders = Object.entries(headers).flat()
    hosts.assertAllowed({ headers, rawHeaders } as unknown as IncomingMessage)
    return true
  } catch {
    return false
  }
}

test('SE10 listening on every address, the server answers to the addresses of its machine and to no made-up name', () => {
  const hosts = new AllowedHosts()
  hosts.allow('0.0.0.0', 4900)
  const answers = [
    { host: '127.0.0.1:4900' },
    { host: 'localhost:4900', origin: 'http://localhost:4900' },
    { host: '[::1]:4900' },
    { host: 'evil.example:4900', origin: 'http://evil.example:4900' },
    { host: '127.0.0.1:4900', origin: 'null' },
    { host: '127.0.0.1:4901' },
    { host: '0.0.0.0:4900' },
  ].map((headers) => allowed(hosts, headers))
  expect(answers).toEqual([true, true, true, false, false, false, false])
})
