import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { ModelFailure } from './model-failure'

/** Where machines in clouds tell whoever asks their secrets: link-local addresses, and the few that are none of them. */
const CLOSED = new BlockList()
CLOSED.addSubnet('169.254.0.0', 16, 'ipv4')
CLOSED.addSubnet('fe80::', 10, 'ipv6')
for (const address of ['100.100.100.200', '168.63.129.16', '192.0.0.192']) {
  CLOSED.addAddress(address, 'ipv4')
}
for (const address of ['fd00:ec2::254', 'fd20:ce::254']) CLOSED.addAddress(address, 'ipv6')

type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>

const resolveHost: Resolve = (host) => lookup(host, { all: true })

/**
 * Throws for an endpoint at such an address, unless its host is one of those that the configuration names. A name that
 * nobody knows is left to the request, which says so.
 */
export async function assertOpenAddress(
  baseUrl: string,
  named: ReadonlySet<string>,
  resolve: Resolve = resolveHost,
): Promise<void> {
  const host = hostOf(baseUrl)
  if (named.has(host)) return
  const found = isIP(host) ? [{ address: host }] : await resolve(host).catch(() => [])
  const closed = found.find(({ address }) =>
    CLOSED.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'),
  )
  if (!closed) return
  throw new ModelFailure(
    'final',
    `${host} is ${closed.address}, where machines in clouds give out secrets: no model is asked there. If a model answers at this address, name it in drivers of crewroom.config.yaml.`,
  )
}

/** The host of an endpoint, as addresses are compared: `[::1]` without its brackets. */
export function hostOf(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(/^\[|\]$/g, '').toLowerCase()
}
