import { createStore } from 'zustand/vanilla'

const KEY = 'crewroom:pinned:'
const NONE: readonly string[] = []

type Pins = Readonly<Record<string, readonly string[]>>

/** The groups that this browser keeps at the top, per crew; read from storage when a crew is first shown. */
export const pins = createStore<Pins>(() => ({}))

export function pinsOf(all: Pins, leadId: string): readonly string[] {
  return all[leadId] ?? NONE
}

export function loadPins(leadId: string): void {
  if (!Object.hasOwn(pins.getState(), leadId)) pins.setState({ [leadId]: kept(leadId) })
}

export function togglePin(leadId: string, name: string): void {
  loadPins(leadId)
  const before = pinsOf(pins.getState(), leadId)
  const after = before.includes(name) ? before.filter((own) => own !== name) : [...before, name]
  pins.setState({ [leadId]: after })
  try {
    localStorage.setItem(KEY + leadId, JSON.stringify(after))
  } catch {
    // Storage may be denied; the pin then lasts as long as the tab.
  }
}

addEventListener('storage', ({ key }) => {
  if (!key?.startsWith(KEY)) return
  const leadId = key.slice(KEY.length)
  pins.setState({ [leadId]: kept(leadId) })
})

function kept(leadId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY + leadId) ?? '[]')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : NONE
  } catch {
    return NONE
  }
}
