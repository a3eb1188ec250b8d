import * as shapes from '@crewroom/shared/protocol/routes/rpc-frames'
import { assertOpens } from '../gate'
import type { FramesBook } from '../json-rpc/frames-book'
import type { RoutePorts } from './route'
import { row, type RouteRow } from './row'

export interface RpcFrameRoutePorts extends RoutePorts {
  readonly rpcFrames: FramesBook
}

/** What programs and the server said to each other on the JSON-RPC door. */
export const RPC_FRAME_ROUTES: readonly RouteRow<RpcFrameRoutePorts>[] = [
  row('Server', shapes.readRpcFrames, {
    id: 'readRpcFrames',
    who: 'reader',
    summary: 'The newest frames of a crew’s agents on the JSON-RPC door',
    errors: ['forbidden'],
    sample: { query: { since: 0 } },
    run: ({ crew, principal, query }, { rpcFrames }) => {
      assertOpens('readFrames', principal)
      const { id: leadId } = crew.state.lead
      return { body: rpcFrames.read(leadId, Number(query.since ?? 0)), leadId }
    },
  }),
]
