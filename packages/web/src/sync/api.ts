import { crews } from './api/crews'
import { groups } from './api/groups'
import { needs } from './api/needs'
import { server } from './api/server'

/**
 * What the page asks of the server as soon as it is there; what only some sections ask has files of its own in `api/`. Paths
 * and bodies are those of the OpenAPI document.
 */
export const api = { ...server, ...crews, ...groups, ...needs }
