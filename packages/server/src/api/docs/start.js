// The page's own files only: no fonts, telemetry, proxy, agents or registries of somebody else.
globalThis.Scalar.createApiReference('#docs', {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  mcp: { disabled: true },
  agent: { disabled: true },
  hideClientButton: true,
  documentDownloadType: 'json',
})
