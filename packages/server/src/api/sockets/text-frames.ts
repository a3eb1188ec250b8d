/** The first byte of a text message in one frame: FIN and opcode 1, no extension (RFC 6455, 5.2). */
const WHOLE_TEXT = 0x81
/** From here on the length has a field of its own, of two or of eight bytes. */
const TWO_BYTES = 126
const EIGHT_BYTES = 65_536

function headerBytes(length: number): number {
  if (length < TWO_BYTES) return 2
  return length < EIGHT_BYTES ? 4 : 10
}

/** How long a text is as a server's frame: unmasked and uncompressed. */
export function frameBytes(text: Buffer): number {
  return headerBytes(text.length) + text.length
}

/** Texts in UTF-8, each as a server's frame, one behind the other. */
export function framesOf(texts: readonly Buffer[]): Buffer {
  const frames = Buffer.allocUnsafe(texts.reduce((sum, text) => sum + frameBytes(text), 0))
  let at = 0
  for (const text of texts) {
    const { length } = text
    frames[at] = WHOLE_TEXT
    if (length < TWO_BYTES) frames[at + 1] = length
    else if (length < EIGHT_BYTES) {
      frames[at + 1] = 126
      frames.writeUInt16BE(length, at + 2)
    } else {
      frames[at + 1] = 127
      frames.writeBigUInt64BE(BigInt(length), at + 2)
    }
    at += headerBytes(length)
    at += text.copy(frames, at)
  }
  return frames
}
