import type { IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import { CrewError } from '@crewroom/shared/protocol/errors'

/** Names under which this server may be addressed, set once it listens. */
export class AllowedHosts {
  readonly #hosts = new Set<string>()
  readonly #origins = new Set<string>()

  /** `host` as given to listen; a wildcard address stands for the loopback names. */
  allow(host: string, port: number): void {
    // Addresses of this machine cannot be a rebound name: those are names by nature.
    const names = isWildcard(host) ? ownAddresses() : [host]
    for (const name of new Set([...names, '127.0.0.1', 'localhost', '[::1]'])) {
      const authority = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
      this.#hosts.add(`${authority}:${port}`)
      this.#origins.add(`http://${authority}:${port}`)
      if (port === 80) {
        this.#hosts.add(authority)
        this.#origins.add(`http://${authority}`)
      }
    }
  }

  /**
   * Throws unless Host is one of our names and Origin, when there is one, is ours. Compared with what we are
   * called, never with each other: a rebound name sends a matching pair. Our sandbox has no origin, which is `null`.
   */
  assertAllowed(request: IncomingMessage, isOfSandbox = false): void {
    // Node takes the first of several, and a proxy in front of the server perhaps the last.
    const hosts = request.rawHeaders.filter((text, at) => at % 2 === 0 && isHost(text))
    if (hosts.length > 1) throw new CrewError('malformed', 'The request names several hosts.')
    const host = request.headers.host?.toLowerCase()
    if (!host || !this.#hosts.has(host)) {
      throw new CrewError(
        'host_not_allowed',
        `This server is not called "${(host ?? '').slice(0, 100)}". Use http://127.0.0.1 with its port.`,
      )
    }
    const { origin } = request.headers
    if (isOfSandbox && origin === 'null') return
    if (origin !== undefined && !this.#origins.has(origin.toLowerCase())) {
      throw new CrewError('origin_not_allowed', 'Pages of other origins may not use this server.')
    }
  }
}

function isHost(header: string): boolean {
  return header.length === 4 && header.toLowerCase() === 'host'
}

/** Whether an address to listen on means every address of the machine. */
export function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address.toLowerCase()),
  )
}
