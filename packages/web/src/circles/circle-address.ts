/** What an address of the circles shows. */
export interface CircleAddress {
  readonly admissionId: string | null
  /** The conversation whose chat is open. */
  readonly groupId: string | null
}

/** Reads what follows `/leads/:leadId/circles`. */
export function circleAddress(pathname: string): CircleAddress {
  const [admissionId, between, groupId] = pathname.split('/').slice(4).filter(Boolean).map(decoded)
  return {
    admissionId: admissionId ?? null,
    groupId: between === 'c' && groupId !== undefined ? groupId : null,
  }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    // Typed by hand; it names no circle either way.
    return segment
  }
}
