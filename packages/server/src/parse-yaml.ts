/** A file of its own: in a bundle, a CommonJS package has named exports only where it is imported statically. */
export { parse as parseYaml } from 'yaml'
