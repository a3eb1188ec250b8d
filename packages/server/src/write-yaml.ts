import { stringify } from 'yaml'

/** A plain object as YAML. Text is quoted: nothing that somebody wrote is taken for a number or a date. */
export function writeYaml(value: object): string {
  return stringify(value, {
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
    lineWidth: 0,
  })
}
