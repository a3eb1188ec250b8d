import { setOrDelete } from '../../ui/use-address-params'
import { PRESETS, type View } from './time-range'

/** Everything about the lanes that is in the address. */
export interface LaneAddress extends View {
  /** The moment that a replay shows; null: now. */
  readonly replay: number | null
  readonly hasLinks: boolean
  readonly hasGroups: boolean
  /** Null: as fits the window. */
  readonly as: 'table' | 'lanes' | null
  /** Only lanes whose name has these letters. */
  readonly find: string
  /** Whether lanes with nothing in the window are shown too. */
  readonly hasQuiet: boolean
}

/** The names in the address; whoever leaves the lanes takes them out. */
export const LANE_PARAMS = ['zoom', 'at', 'replay', 'links', 'groups', 'as', 'find', 'quiet']

const LONGEST_S = 10 * 365 * 86_400
const IDS = ['all', '5m', '30m', '2h', '8h']

export function readAddress(params: URLSearchParams): LaneAddress {
  const as = params.get('as')
  return {
    span: spanOf(params.get('zoom')),
    end: timeOf(params.get('at')),
    replay: timeOf(params.get('replay')),
    hasLinks: params.get('links') !== '0',
    hasGroups: params.get('groups') !== '0',
    as: as === 'table' || as === 'lanes' ? as : null,
    find: params.get('find') ?? '',
    hasQuiet: params.get('quiet') === '1',
  }
}

/** Writes it into the parameters of an address; what is not ours stays. */
export function writeAddress(address: LaneAddress, params: URLSearchParams): void {
  const own: Readonly<Record<string, string | null>> = {
    zoom: spanText(address.span),
    at: address.end === null ? null : new Date(address.end).toISOString(),
    replay: address.replay === null ? null : new Date(address.replay).toISOString(),
    links: address.hasLinks ? null : '0',
    groups: address.hasGroups ? null : '0',
    as: address.as,
    find: address.find,
    quiet: address.hasQuiet ? '1' : null,
  }
  for (const name of LANE_PARAMS) {
    setOrDelete(params, name, own[name] ?? null)
  }
}

function spanOf(text: string | null): View['span'] {
  const preset = PRESETS[IDS.indexOf(text ?? 'all')]
  if (preset) return preset.span
  const seconds = /^(\d+)s$/.exec(text ?? '')?.[1]
  const isUsable = seconds !== undefined && Number(seconds) >= 10 && Number(seconds) <= LONGEST_S
  return isUsable ? Number(seconds) * 1_000 : 'all'
}

function spanText(span: View['span']): string | null {
  if (span === 'all') return null
  const id = IDS[PRESETS.findIndex((preset) => preset.span === span)]
  return id ?? `${Math.max(10, Math.round(span / 1_000))}s`
}

function timeOf(text: string | null): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) || Math.abs(time) > 8e15 ? null : time
}
