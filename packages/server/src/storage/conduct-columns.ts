import type { Conduct, Hold } from '@crewroom/shared/model/conduct'

/** The hold of an agent or a group, and what is known of how it talks, as their rows have them. */
export function conductOf(row: { hold: string | null; conduct: string }): {
  hold: Hold | null
  conduct: Conduct
} {
  return {
    hold: row.hold === null ? null : (JSON.parse(row.hold) as Hold),
    conduct: JSON.parse(row.conduct) as Conduct,
  }
}
