import path from 'node:path'
import Database from 'better-sqlite3'
import { eventually } from '../../harness/speaker'

/** What was deleted is erased beside everything else: then it is as it stays. */
export async function erased(data: string): Promise<void> {
  const sqlite = new Database(path.join(data, 'crewroom.sqlite'), { readonly: true })
  const left = sqlite
    .prepare(
      `select (select count(*) from erasures) + (select count(*) from sessions
         where status = 'deleted' and title <> '')`,
    )
    .pluck()
  await eventually('nothing is left to erase', () => left.get() === 0)
  sqlite.close()
}
