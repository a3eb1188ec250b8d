/** `crewroom/client` in Node.js, which has no WebSocket of its own before version 22. */
import WebSocket from 'ws'
import { type SocketClass, useWithoutWebSocket } from '@crewroom/shared/client/open-socket'

useWithoutWebSocket(WebSocket as unknown as SocketClass)

export * from '@crewroom/shared/client/index'
