import { spawn } from 'node:child_process'

/** Opens the person's browser where there is one to open; the link is printed anyway. */
export function openBrowser(url: string): void {
  if (!process.stdout.isTTY || process.env['CI']) return
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url]
  const opener = spawn(command ?? 'xdg-open', args, { stdio: 'ignore', detached: true })
  opener.once('error', () => process.stdout.write('No browser could be opened; use the link.\n'))
  opener.unref()
}
