import type { IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
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

test.for<[string, string, number, Record<string, string>, boolean]>([
  ['a name in capitals', '127.0.0.1', 4900, { host: 'LocalHost:4900' }, true],
  ['an origin in capitals', '127.0.0.1', 4900, { host: 'localhost:4900', origin: 'HTTP://LOCALHOST:4900' }, true], // prettier-ignore
  ['its own name for its own port', '127.0.0.1', 80, { host: 'localhost', origin: 'http://localhost' }, true], // prettier-ignore
  ['the same with the port', '127.0.0.1', 80, { host: 'localhost:80', origin: 'http://localhost:80' }, true], // prettier-ignore
  ['another name without a port', '127.0.0.1', 80, { host: 'evil.example' }, false],
  ['no port where it has one', '127.0.0.1', 4900, { host: 'localhost' }, false],
  ['an origin without a port where it has one', '127.0.0.1', 4900, { host: 'localhost:4900', origin: 'http://localhost' }, false], // prettier-ignore
  ['an origin of another scheme', '127.0.0.1', 4900, { host: 'localhost:4900', origin: 'https://localhost:4900' }, false], // prettier-ignore
  ['an empty origin', '127.0.0.1', 4900, { host: 'localhost:4900', origin: '' }, false],
  ['no host', '127.0.0.1', 4900, {}, false],
  ['an address of version 6', 'fd00::7', 4900, { host: '[fd00::7]:4900', origin: 'http://[fd00::7]:4900' }, true], // prettier-ignore
  ['the same without brackets', 'fd00::7', 4900, { host: 'fd00::7:4900' }, false],
  ['an address of the machine, where it listens on another', '127.0.0.2', 4900, { host: '127.0.0.3:4900' }, false], // prettier-ignore
])('SE5 what is named as Host and Origin: %s', ([, host, port, headers, isAllowed]) => {
  const hosts = new AllowedHosts()
  hosts.allow(host, port)
  expect(allowed(hosts, headers)).toBe(isAllowed)
})

test.for(['0.0.0.0', '::'])(
  'SE10 listening on %s, every address of the machine is its own',
  (all) => {
    const hosts = new AllowedHosts()
    hosts.allow(all, 4900)
    for (const addresses of Object.values(networkInterfaces())) {
      for (const { address, family } of addresses ?? []) {
        const name = family === 'IPv6' ? `[${address}]` : address
        expect.soft(allowed(hosts, { host: `${name}:4900` }), name).toBe(true)
      }
    }
    expect(allowed(hosts, { host: `${all.includes(':') ? `[${all}]` : all}:4900` })).toBe(false)
  },
)
