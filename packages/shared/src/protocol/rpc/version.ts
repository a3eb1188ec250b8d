/** What the JSON-RPC door speaks: year, month and day, and a number within that day. */
export const RPC_PROTOCOL = '2026.1122.0'

/** `YEAR.MONTHDAY.N`. */
export const PROTOCOL_VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/

/** The versions whose clients send the same frames: from the first one, and before the other. */
export interface VersionRange {
  readonly from: string
  readonly before: string
}

/** Tasks and their conversations, with `network/connect`. A later year is unknown. */
export const TASK_VERSIONS: VersionRange = { from: '2026.501.0', before: '2027.0.0' }

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
export function versionProblem(
  minProtocol: string,
  maxProtocol: string,
  { from, before }: VersionRange = TASK_VERSIONS,
): string | null {
  const asked = `the client speaks ${minProtocol} to ${maxProtocol}`
  const ours = `the server speaks ${from} and later, before ${before}`
  if (compareVersions(minProtocol, maxProtocol) > 0) return `${asked}, which is not a range`
  if (compareVersions(minProtocol, before) >= 0) return `${asked}, and ${ours}, which is older`
  if (compareVersions(maxProtocol, from) < 0) return `${asked}, and ${ours}, which is newer`
  return null
}

/** The version that both speak: ours where the client takes it, else the newest that it takes. */
export function spokenVersion(
  minProtocol: string,
  maxProtocol: string,
  { before }: VersionRange = TASK_VERSIONS,
): string {
  const takesOurs =
    compareVersions(minProtocol, RPC_PROTOCOL) <= 0 &&
    compareVersions(RPC_PROTOCOL, maxProtocol) <= 0
  if (takesOurs && compareVersions(RPC_PROTOCOL, before) < 0) return RPC_PROTOCOL
  return compareVersions(maxProtocol, before) < 0 ? maxProtocol : minProtocol
}
