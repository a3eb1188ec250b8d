import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * How a server shows that it wrote the server.json of its data folder, without revealing anything useful to the client:
 * only who can read that file knows the key. The address is in it, so that a program that listens at an old address
 * cannot have the real server answer for it.
 */
export function proofOf(key: string, challenge: string, url: string): string {
  return createHmac('sha256', key).update(`crewroom ${url} ${challenge}`).digest('base64url')
}

export function isProof(proof: unknown, expected: string): boolean {
  if (typeof proof !== 'string') return false
  const [given, wanted] = [Buffer.from(proof), Buffer.from(expected)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

export function newChallenge(): string {
  return randomBytes(24).toString('base64url')
}
