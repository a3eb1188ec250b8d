// For `node --import`: lists every module that is loaded, with those of the writer's thread left out. While the file
// MODULES_MISSING is there, modules whose names it has are not found, as after an update of the installation.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { MODULES_LISTED: listed, MODULES_MISSING: missing } = process.env

if (isMainThread) register(import.meta.url)

export function resolve(specifier, context, next) {
  const lost = missing && existsSync(missing) ? readFileSync(missing, 'utf8') : ''
  if (lost !== '' && specifier.includes(lost)) {
    throw Object.assign(new Error(`Cannot find ${specifier}`), { code: 'ERR_MODULE_NOT_FOUND' })
  }
  return next(specifier, context)
}

export function load(url, context, next) {
  appendFileSync(listed, `${url}\n`)
  return next(url, context)
}
