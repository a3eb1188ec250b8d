import os from 'node:os'
import { Router } from 'express'
import { MachineQuery } from '@crewroom/shared/protocol/rest'
import type { WorkingFolder } from '../../working-folder'
import { assertOwner } from '../gate'
import { route, type RoutePorts } from './route'
import { validated } from '../validate'

export interface MachineRoutePorts extends RoutePorts {
  /** Folder of the server's data. */
  readonly dataFolder: string
  readonly lookAtFolder: (written: string) => Promise<WorkingFolder>
}

/** Where this server lives and where it would start programs: for the person alone, whose folders these are. */
export function machineRoutes(ports: MachineRoutePorts): Router {
  const router = Router()
  router.get(
    '/machine',
    route(ports, async (request, principal) => {
      assertOwner(principal)
      const { folder = '.' } = validated(MachineQuery, request.query)
      return {
        body: {
          data: ports.dataFolder,
          home: os.homedir(),
          folder: await ports.lookAtFolder(folder),
        },
      }
    }),
  )
  return router
}
