import { onCrewEvents } from './crew-events'
import { LiveQueries } from './live-queries'
import { queryClient } from './sync'

/** The page's lists that events keep true: comms, tasks, mentions. */
export const liveLists = new LiveQueries(queryClient, onCrewEvents)
