import { InvalidArgumentError } from 'commander'

/** The value of `--port`. */
export function port(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new InvalidArgumentError('A port is a whole number from 0 to 65535.')
  }
  return value
}
