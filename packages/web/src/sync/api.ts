import { agents } from './api/agents'
import { crews } from './api/crews'
import { groups } from './api/groups'
import { needs } from './api/needs'
import { server } from './api/server'
import { usage } from './api/usage'

/** What the page asks of the server, a file per subject. Paths and bodies are those of the OpenAPI document. */
export const api = { ...server, ...crews, ...agents, ...groups, ...needs, ...usage }
