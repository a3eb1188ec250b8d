// Prints the help of each command that is named in the arguments, as JSON, in one process: starting one for each takes long.
const [cli, ...commands] = process.argv.slice(2)
const helps = {}
const ENDED = new Error('the program ended')
const { write } = process.stdout
const { exit } = process
for (const [n, command] of commands.entries()) {
  let help = ''
  process.argv = [process.execPath, cli, ...command.split(' ').filter(Boolean), '--help']
  process.stdout.write = (text) => {
    help += text
    return true
  }
  process.stderr.write = () => true
  process.exit = () => {
    throw ENDED
  }
  await import(`${cli}?${n}`).catch(() => {})
  helps[command] = help
}
process.stdout.write = write
process.exit = exit
process.stdout.write(JSON.stringify(helps))
