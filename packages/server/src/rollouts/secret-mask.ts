import type { Environment, MaskStream, SecretMask } from '../journal/ports/mask-port'
import { PrivateKeyStream } from './private-key-stream'
import { ToldSecretStream } from './told-secret-stream'
import { TokenStream } from './token-stream'
import { ValueIndex, ValueStream } from './value-stream'

/** Shorter configured values are not masked: that would remove ordinary words from every text. */
const SHORTEST_VALUE = 8
/** What is configured may be a whole file; as much of its beginning tells it apart. */
const LONGEST_VALUE = 4_096

/**
 * Replaces secrets by `[masked:<what>]`: the given values, private keys in PEM, tokens that are known by their form,
 * and what is called a secret by what stands before it. Not a wall against an agent that wants to leak (it could write backwards): it keeps what programs
 * print by accident out of tables and pages.
 */
export function createMask(values: readonly string[]): SecretMask {
  const secrets = [...new Set(values.flatMap(formsOf))].filter(
    (value) => value.length >= SHORTEST_VALUE,
  )
  // Once for all texts: every message is masked, and most of them are short.
  const index = new ValueIndex(secrets)
  const stream = () => new StagedMask(index)
  return {
    stream,
    mask: (text) => {
      const whole = stream()
      return whole.push(text) + whole.end()
    },
  }
}

/** A value as it is, and as JSON has it. */
function formsOf(value: string): string[] {
  const kept = value.trim().slice(0, LONGEST_VALUE)
  return [kept, JSON.stringify(kept).slice(1, -1)]
}

/** One stage after the other; what one holds back, the next does not see yet. */
class StagedMask implements MaskStream {
  readonly #values: MaskStream
  readonly #keys: MaskStream = new PrivateKeyStream()
  readonly #tokens: MaskStream = new TokenStream()
  /** Last: what has a form of its own is called by that. */
  readonly #told: MaskStream = new ToldSecretStream()

  constructor(values: ValueIndex) {
    this.#values = new ValueStream(values)
  }

  push(delta: string): string {
    return this.#told.push(this.#tokens.push(this.#keys.push(this.#values.push(delta))))
  }

  end(): string {
    const keys = this.#keys.push(this.#values.end()) + this.#keys.end()
    const tokens = this.#tokens.push(keys) + this.#tokens.end()
    return this.#told.push(tokens) + this.#told.end()
  }
}

const SECRET_NAME =
  /(^|_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|PAT|DSN|AUTH)(_|$)/i
/** Names that end so hold a place or a setting, not a secret. */
const PLACE_NAME = /_(FILE|PATH|DIR|SOCK|SOCKET|URL|HOST|ID|NAME|TTL|AGE|TYPE)$/i

/** What is in ordinary texts, too: a name of few words (qa-tester), a path, a host without anything to get in. */
const ORDINARY =
  /^(?:[a-z]+(?:[-_][a-z]+){0,2}|(?:~|\.{1,2})?(?:\/[\w.@ -]+)+\/?|[a-z]+:\/\/[\w.-]+(?::\d+)?(?:\/v\d+)?\/?)$/i
const MODEL_NAME = /(^|_)MODEL$/i

/**
 * The values of variables that somebody gave to an agent: all of them may be secrets, whatever their names. Only
 * what agents have to name in their work is left alone under a harmless name: names, paths, hosts and models.
 */
export function givenValues(environment: Environment): string[] {
  const unusual = Object.entries(environment).flatMap(([name, value]) =>
    ORDINARY.test(value) || MODEL_NAME.test(name) ? [] : [value],
  )
  return [...unusual, ...secretValues(environment)]
}

/** The values of an environment's variables that are secrets by their name. */
export function secretValues(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined &&
    value.length >= SHORTEST_VALUE &&
    SECRET_NAME.test(name) &&
    !PLACE_NAME.test(name)
      ? [value]
      : [],
  )
}
