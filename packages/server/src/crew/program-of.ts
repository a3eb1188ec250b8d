import type { DriverSpec, ModelDriver } from '@crewroom/shared/model/agent'

/** What a driver runs on this machine, or asks, in one line; `remote` runs nothing. */
export function programOf(driver: DriverSpec): string {
  if (driver.kind === 'remote') return 'nothing'
  if (driver.kind === 'model') return modelOf(driver)
  const parts = [driver.command ?? '', ...driver.args].filter((part) => part !== '')
  const line = parts.map((part) => (/^[\w./:@=+-]+$/.test(part) ? part : JSON.stringify(part)))
  const preset = driver.kind === 'acp' && driver.preset !== null ? [`preset ${driver.preset}`] : []
  return [...preset, ...line].join(' ')
}

/** With the variable of the server whose value is sent there: an imported file may name any. */
function modelOf({ model, baseUrl, apiKeyEnv }: ModelDriver): string {
  const key = apiKeyEnv === undefined ? '' : `, with the key in ${apiKeyEnv}`
  return `the model ${model} at ${baseUrl}${key}`
}
