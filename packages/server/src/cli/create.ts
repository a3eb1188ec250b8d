import { CrewroomError } from '@crewroom/shared/client/crewroom-error'
import { createClient, type PathWith } from '@crewroom/shared/client/http'
import { systemTiming, type Timing } from '@crewroom/shared/client/timing'
import type { ServerFile } from '../data-dir'
import { StartRefused } from '../start-refused'
import { sentence } from './sentence'

/** So often something is asked for again, and no later than this each time: a person waits. */
const RETRIES = 4
const LATEST_MS = 2_000

const soon: Timing = {
  ...systemTiming,
  after: (ms, run) => systemTiming.after(Math.min(ms, LATEST_MS), run),
}

interface Wanted {
  readonly path?: Readonly<Record<string, string>>
  readonly body?: object
}

/** Has the server create something, once even where its answer is lost. Refused in a sentence. */
export async function create<T>(
  { url, token }: Pick<ServerFile, 'url'> & { readonly token?: string },
  path: PathWith<'post'>,
  wanted: Wanted,
): Promise<T> {
  const client = createClient({
    url,
    retries: RETRIES,
    timing: soon,
    ...(token === undefined ? {} : { token }),
  })
  const post = client.post as (path: string, wanted: Wanted) => Promise<unknown>
  try {
    return (await post(path, wanted)) as T
  } catch (error) {
    if (!(error instanceof CrewroomError)) throw error
    const isLost = error.code === 'network'
    const told = isLost ? `The server at ${url} cannot be reached` : sentence(error.message)
    throw new StartRefused(isLost ? `${told}: it does not answer.` : told)
  }
}
