// A rule of the linter: one file of the server starts git. A folder that is only looked at can name programs that git
// runs, and that file alone keeps it from running them.

const STARTS =
  /^(exec|execSync|execFile|execFileSync|execFileSoon|execute|spawn|spawnSync|fork|run)$/

const nameOf = (callee) => (callee.type === 'MemberExpression' ? callee.property.name : callee.name)

/** The program that a call starts, as far as it is written out. */
function programOf([first]) {
  if (first?.type === 'Literal') return String(first.value)
  return first?.type === 'TemplateLiteral' ? (first.quasis[0]?.value.raw ?? '') : ''
}

const oneGit = {
  meta: { type: 'problem', docs: { description: 'Start git in one place' }, schema: [] },
  create: (context) => ({
    CallExpression(node) {
      if (!STARTS.test(nameOf(node.callee) ?? '')) return
      if (!/^(\S*\/)?git(\.exe)?(\s|$)/.test(programOf(node.arguments))) return
      context.report({
        node,
        message:
          'A repository of somebody else can have git run programs. Ask git-view.ts, which alone starts it.',
      })
    },
  }),
}

export default { meta: { name: 'folders' }, rules: { 'one-git': oneGit } }
