/** A file of its own, because a bundle gives names of a package that is no module only to those who import it statically. */
export { parse as parseYaml } from 'yaml'
