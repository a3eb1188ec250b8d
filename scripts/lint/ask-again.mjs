// A rule of the linter: a test that has acted asks again until the effect is there, or waits for a sign of it first.
// `expect(await x()).toBe(y)` asks once, at a moment that a busy machine puts anywhere.

/** Calls that change something and return before all of its effects can be seen. */
const ACTS = new Set(
  `check click dblclick dispatchEvent dragTo fill focus goBack goForward goto hover kill post press pressSequentially reload
  say selectOption setInputFiles setOffline setViewportSize start startOn tap type uncheck wheel write writeTo`.split(
    /\s+/,
  ),
)
/** Calls that return when what they name is there, is drawn, or stays the same. */
const SIGNS = new Set(
  `all drawn eventually isStill opens poll settled stays stillPicture toast until wait waitFor waitForEvent waitForFunction waitForRequest waitForResponse
  waitForSelector waitForURL waitUntil`.split(/\s+/),
)

const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name)

/** Whether a call asks once: `expect(await …)`. */
const asksOnce = ({ callee, arguments: [first] }) =>
  callee.type === 'Identifier' && callee.name === 'expect' && first?.type === 'AwaitExpression'

const askAgain = {
  meta: {
    type: 'problem',
    docs: { description: 'Ask again for what settles after an act' },
    schema: [
      { type: 'object', properties: { reads: { type: 'array', items: { type: 'string' } } } },
    ],
  },
  create(context) {
    /** Null: every read is of what settles later. */
    const { reads = null } = context.options[0] ?? {}
    /** One for each function around: the newest act that no sign followed. */
    const acts = []
    const into = () => void acts.push(null)
    const outOf = () => void acts.pop()
    return {
      Program: into,
      FunctionDeclaration: into,
      FunctionExpression: into,
      ArrowFunctionExpression: into,
      'FunctionDeclaration:exit': outOf,
      'FunctionExpression:exit': outOf,
      'ArrowFunctionExpression:exit': outOf,
      'CallExpression:exit'(node) {
        const name = nameOf(node.callee)
        if (SIGNS.has(name)) acts[acts.length - 1] = null
        else if (ACTS.has(name)) acts[acts.length - 1] = name
        const act = acts.at(-1)
        if (act === null || !asksOnce(node)) return
        const asked = node.arguments[0].argument
        const read = asked.type === 'CallExpression' ? nameOf(asked.callee) : undefined
        if (ACTS.has(read) || (reads !== null && !reads.includes(read))) return
        context.report({
          node,
          message: `This asks once for what settles after "${act}". Use expect.poll(() => …), or wait for a sign that the effect is there.`,
        })
      },
    }
  },
}

export default { meta: { name: 'tests' }, rules: { 'ask-again': askAgain } }
