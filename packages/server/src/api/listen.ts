import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StartRefused } from '../start-refused'
import { isWildcard } from './access'

/** Takes connections at this address and says where; rejects with a sentence when the address is not available. */
export function listen(
  http: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; readonly port: number }> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartRefused(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is in use. Stop what uses it, or choose another with --port (0 takes any free one).`
            : `Crewroom cannot listen on ${host}, port ${port} (${error.code ?? error.message}). Choose an address of this machine with --host, or another port with --port.`,
        ),
      )
    })
    http.listen(port, host, () => {
      const given = (http.address() as AddressInfo).port
      const name = isWildcard(host) ? '127.0.0.1' : host
      const url = `http://${name.includes(':') ? `[${name}]` : name}:${given}`
      resolve({ url, port: given })
    })
  })
}
