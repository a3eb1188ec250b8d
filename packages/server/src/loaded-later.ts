import { later } from './later'

/**
 * What a start does not load, and what is refused if it cannot be loaded. Each row is loaded by the first use of it:
 * most servers never need it, and all would wait for it and hold it in memory. Whoever uses one is handed it by app.ts.
 */
export const LOADED_LATER = {
  /** The first request for the API's document. */
  openapi: later('the API’s document', () =>
    import('./api/openapi/document').then(({ openApiDocument }) => openApiDocument),
  ),
  /** The same of the JSON-RPC door. */
  openrpc: later('the document of the JSON-RPC door', () =>
    import('./api/json-rpc/openrpc').then(({ openRpcDocument }) => openRpcDocument),
  ),
  /** The first request of a client of the Model Context Protocol. */
  mcp: later('the MCP door', () => import('./api/mcp/mcp-server').then(({ serveMcp }) => serveMcp)),
  /** The first export or import. */
  transfer: later('exports and imports', () =>
    import('./api/routes/transfer-routes').then(({ transferRoutes }) => transferRoutes),
  ),
  /** The first program that speaks the Agent Client Protocol. */
  acp: later('coding agents', () =>
    import('./programs/acp/acp-connection').then(({ AcpConnection }) => AcpConnection),
  ),
  /** The first question to a model. */
  model: later('models', () =>
    import('./programs/model/ask-model').then(({ askModel }) => askModel),
  ),
  /** The first file of a group chat. */
  writeYaml: later('files of group chats', () =>
    import('./write-yaml').then(({ writeYaml }) => writeYaml),
  ),
  /** A folder with a configuration file. */
  yaml: later('reading YAML', () => import('./parse-yaml').then(({ parseYaml }) => parseYaml)),
}
