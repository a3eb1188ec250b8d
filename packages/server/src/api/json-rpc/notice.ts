import { groupById } from './find-conversation'
import type { Era, Happened } from './eras/era'
import type { Told } from './notifications'
import type { Shard } from '../../crew/shard'

/** A notification as it leaves. */
export interface Leaving {
  readonly name: string
  readonly text: Buffer
}

/** One notification for all who get it, made once for each era that somebody of them speaks. */
export class Notice {
  readonly #told: Told
  readonly #happened: Happened
  readonly #made = new Map<Era, Leaving | null>()

  /** `by`: who did what it tells. */
  constructor(shard: Shard, leadId: string, by: string, told: Told) {
    this.#told = told
    const group = (id: string) => {
      const crew = shard.findCrew(leadId)
      return crew && groupById(crew, id)
    }
    this.#happened = { by, group }
  }

  /** Null: that era has no such notification. */
  in(era: Era): Leaving | null {
    const known = this.#made.get(era)
    if (known !== undefined) return known
    const said = era.told(this.#told, this.#happened)
    const leaving = said && { name: said.name, text: Buffer.from(JSON.stringify(said.frame)) }
    this.#made.set(era, leaving)
    return leaving
  }
}
