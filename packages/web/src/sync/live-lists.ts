import { LiveQueries } from './live-queries'
import { queryClient } from './query-client'

/** The page's lists that events keep true: timelines, the journal, comms, tasks, mentions. */
export const liveLists = new LiveQueries(queryClient)
