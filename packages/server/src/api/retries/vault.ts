import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Locks secrets in answers that are kept: with a key made of one that lies outside of the database, so that neither the
 * journal nor a file that comes of it gives them away.
 */
export class Vault {
  readonly #key: Buffer

  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('answers of requests').digest()
  }

  /** `of`: to what it belongs; under another name it does not open. */
  lock(text: string, of: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(of))
    const locked = [cipher.update(text, 'utf8'), cipher.final()]
    return Buffer.concat([nonce, cipher.getAuthTag(), ...locked]).toString('base64url')
  }

  /** Null: it was locked with another key, as on another server. */
  open(box: string, of: string): string | null {
    const bytes = Buffer.from(box, 'base64url')
    const nonce = bytes.subarray(0, NONCE_BYTES)
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
    try {
      const cipher = createDecipheriv('aes-256-gcm', this.#key, nonce)
      cipher.setAAD(Buffer.from(of)).setAuthTag(tag)
      const opened = [cipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]
      return Buffer.concat(opened).toString('utf8')
    } catch {
      return null
    }
  }
}
