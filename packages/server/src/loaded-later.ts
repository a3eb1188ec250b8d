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
  /** The first export or import. */
  transfer: later('exports and imports', () =>
    import('./api/routes/transfer-routes').then(({ transferRoutes }) => transferRoutes),
  ),
  /** The first program that speaks the Agent Client Protocol. */
  acp: later('coding agents', () =>
    import('./programs/acp/acp-connection').then(({ AcpConnection }) => AcpConnection),
  ),
  /** The first file of a group chat. */
  writeYaml: later('files of group chats', () =>
    import('./write-yaml').then(({ writeYaml }) => writeYaml),
  ),
  /** A folder with a configuration file. */
  yaml: later('reading YAML', () => import('./parse-yaml').then(({ parseYaml }) => parseYaml)),
}
