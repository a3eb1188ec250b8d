/** What a program sent, which may be anything anywhere. */
export type Fields = Readonly<Record<string, unknown>>

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

export function listIn(from: Fields, key: string): readonly Fields[] {
  const value = from[key]
  return Array.isArray(value) ? value.map(fields) : []
}

export function textIn(from: Fields, key: string): string | null {
  const value = from[key]
  return typeof value === 'string' && value !== '' ? value : null
}

export function numberIn(from: Fields, key: string): number | null {
  const value = from[key]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
