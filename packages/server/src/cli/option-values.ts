import { InvalidArgumentError } from 'commander'

/** The value of `--port`. */
export function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
  }
  return value
}

/** The address of a server, without a path. */
export function serverAddress(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError('Give the address of the server, such as http://127.0.0.1:4900.')
  }
  return new URL(text).origin
}
