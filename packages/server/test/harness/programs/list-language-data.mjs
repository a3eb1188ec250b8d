// For `node --import`: lists every use of what loads language data of Node.js, in any thread.
import { appendFileSync } from 'node:fs'

const listed = process.env.MODULES_LISTED

function tell(name) {
  appendFileSync(listed, `language data: ${name}\n`)
}

for (const name of Object.getOwnPropertyNames(Intl)) {
  if (typeof Intl[name] !== 'function') continue
  Intl[name] = new Proxy(Intl[name], {
    construct(made, given, target) {
      tell(`Intl.${name}`)
      return Reflect.construct(made, given, target)
    },
    apply(called, self, given) {
      tell(`Intl.${name}`)
      return Reflect.apply(called, self, given)
    },
  })
}

for (const type of [Number, BigInt, Date, String, Array]) {
  for (const name of Object.getOwnPropertyNames(type.prototype)) {
    if (!/locale/i.test(name)) continue
    const called = type.prototype[name]
    type.prototype[name] = function (...given) {
      tell(`${type.name}.${name}`)
      return called.apply(this, given)
    }
  }
}
