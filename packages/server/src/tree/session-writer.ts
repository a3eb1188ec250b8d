import path from 'node:path'
import type { AgentRecord } from '@crewroom/shared/model/agent'
import type { GroupRecord } from '@crewroom/shared/model/group'
import { HUMAN_ID } from '@crewroom/shared/model/participant'
import { isAwaited, responseOf, type RoundRecord } from '@crewroom/shared/model/round'
import type { SessionRecord } from '@crewroom/shared/model/session'
import type { CrewState } from '@crewroom/shared/state/crew-state'
import type { Crew } from '../crew/crew'
import { memberNames } from '../group-chats/member-names'
import { ownRunOf } from '../sessions/own-round'
import { CONFIG_FILE, sessionConfig } from './configs'
import type { TreePorts } from './crew-tree'
import { keepFile } from './files'
import type { SessionPending } from './pending'
import { writeRecord } from './record-files'
import { writeLines } from './session-files'
import { type RecordMark, writeMark } from './session-mark'

export interface SessionToWrite {
  /** As it is now. */
  readonly crew: Crew
  /** As it was after the fact `upTo`. */
  readonly state: CrewState
  readonly group: GroupRecord
  readonly session: SessionRecord
  readonly pending: SessionPending
  /** Folder of the group chat. */
  readonly chat: string
  readonly upTo: number
}

/** Writes the files of one session after the other. */
export class SessionWriter {
  readonly #ports: Pick<TreePorts, 'shard' | 'rollouts' | 'yaml'>
  readonly #leadId: string

  constructor(ports: Pick<TreePorts, 'shard' | 'rollouts' | 'yaml'>, leadId: string) {
    this.#ports = ports
    this.#leadId = leadId
  }

  /** False: what is there is not what was written, and everything has to be written from its beginning. */
  async write(of: SessionToWrite): Promise<boolean> {
    const { state, group, session, pending, chat, upTo } = of
    const { shard, yaml } = this.#ports
    const place = { leadId: this.#leadId, sessionId: session.id, chat }
    const head = of.crew.state.seq
    const written = await writeLines(place, pending, { upTo, head })
    if (!written) return false
    const { folder, mark } = written
    const records = await this.#writeRecords(of, folder, mark.records)
    const config = sessionConfig(state, group, session, shard.ports.personName)
    await keepFile(path.join(folder, CONFIG_FILE), await yaml(config))
    // Last: what it says is there is there.
    await writeMark(folder, { ...mark, records })
    return true
  }

  async #writeRecords(
    of: SessionToWrite,
    folder: string,
    before: Readonly<Record<string, RecordMark>>,
  ): Promise<Record<string, RecordMark>> {
    const { crew, state, group, pending } = of
    const { shard, rollouts } = this.#ports
    const names = memberNames({ state }, group, shard.ports.personName)
    const records = { ...before }
    for (const agent of Object.values(crew.state.agents)) {
      const name = names.idOf(agent.id)
      const isWritten = pending.isEveryRecord && records[name] !== undefined
      if (!pending.records.has(agent.id) && !isWritten) continue
      records[name] = await writeRecord(
        {
          shard,
          rollouts,
          crew,
          agent,
          rounds: this.#endedRounds(of, agent),
          personName: names.nameOf(HUMAN_ID),
          showThinking: group.chat?.showThinking === true,
        },
        folder,
        name,
        records[name],
      )
    }
    return records
  }

  /** Turns of the rounds in which an agent’s question has ended: what it does for another one may still change. */
  #endedRounds(
    { crew, state, session }: SessionToWrite,
    agent: AgentRecord,
  ): ReadonlyMap<string, number> {
    const runId = ownRunOf(session)
    const asks = (round: RoundRecord) => {
      const response = responseOf(round, agent.id)
      return response !== undefined && isAwaited(response)
    }
    const open = new Set(
      [...(state.rounds[runId] ?? []), ...(crew.state.rounds[runId] ?? [])]
        .filter(asks)
        .map(({ n }) => n),
    )
    const all = this.#ports.shard.ports.reader.turnsOfRounds(agent.id, session.id)
    return new Map([...all].filter(([, n]) => n <= session.rounds && !open.has(n)))
  }
}
