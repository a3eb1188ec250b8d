/** What the JSON-RPC door speaks: year, month and day, and a number within that day. */
export const RPC_PROTOCOL = '2026.1122.0'

/** `YEAR.MONTHDAY.N`. */
export const PROTOCOL_VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/

/** Negative when the first version is the earlier one. Number by number: as texts, `.10` would come before `.9`. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one.split('.').map(Number), other.split('.').map(Number)]
  for (const [at, number] of a.entries()) {
    const difference = number - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** Why a client that speaks these versions and this server do not understand each other; null: they do. */
export function versionProblem(minProtocol: string, maxProtocol: string): string | null {
  const asked = `the client speaks ${minProtocol} to ${maxProtocol}`
  const ours = `the server speaks ${RPC_PROTOCOL}`
  if (compareVersions(minProtocol, maxProtocol) > 0) return `${asked}, which is not a range`
  if (compareVersions(minProtocol, RPC_PROTOCOL) > 0) return `${asked}, and ${ours}, which is older`
  if (compareVersions(maxProtocol, RPC_PROTOCOL) < 0) return `${asked}, and ${ours}, which is newer`
  return null
}
