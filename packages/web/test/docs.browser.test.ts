import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { overflow, TWO_LOOKS, violations } from './axe'
import { noBrowser } from './chromium'
import { setStage, shot, Stage } from './stage'
import { isLong } from './long'

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly summary: string }>>>>
}

const own = setStage(new Stage())
const { server } = own

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' })

/** Presses an operation until it is shown: the viewer takes no press while it still draws its menu. */
async function opens(page: Page, operation: string, shown: string): Promise<void> {
  const pressed = async () => {
    await menu(page).getByText(operation).click()
    return page.getByText(shown).count()
  }
  await expect.poll(pressed, { interval: 1_000 }).toBeGreaterThan(0)
}

test.skipIf(noBrowser)(
  'OA5, OA11 the documentation is shown with files of this server only, and no inline script runs',
  async () => {
    const page = await own.newPage({ viewport: { width: 1280, height: 900 } })
    const response = await page.goto(`${server.url}/api/docs`)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("default-src 'self';")
    await page.getByText('Crewroom 0.1.0').waitFor()
    await page.getByRole('heading', { name: 'WebSocket /ws' }).waitFor()
    await menu(page).getByText('Groups', { exact: true }).click()
    // Its example, as it is sent.
    await opens(page, 'Creates a group; members by id, prefix, name or role', '"Release Gate"')
    await page.evaluate(() => {
      const inline = document.createElement('script')
      inline.textContent = 'globalThis.inlineRan = true'
      document.body.append(inline)
    })
    expect(await page.evaluate(() => 'inlineRan' in globalThis)).toBe(false)
    const refused = own.watch.wrong.filter((text) => /inline script/i.test(text))
    expect(refused).toHaveLength(1)
    own.watch.wrong = own.watch.wrong.filter((text) => !refused.includes(text))
  },
)

test.skipIf(noBrowser)(
  'OA16 the documentation lists every operation, and sends a request with a token',
  async () => {
    const page = await own.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.url}/api/docs`)
    await menu(page).getByText('Operations').click()
    const { paths } = await server.call<ApiDocument>('GET', '/api/openapi.json')
    const every = Object.values(paths).flatMap((path) => Object.values(path))
    const listed = await menu(page).innerText()
    expect(every.length).toBeGreaterThan(100)
    expect(every.filter(({ summary }) => !listed.includes(summary))).toEqual([])
    // One whose answer contains a schema that contains itself.
    const item = paths['/api/transcripts/{id}/items/{itemId}']?.['get']?.summary ?? ''
    await opens(page, item, 'Again a TranscriptDisplayItem.')
    await menu(page).getByText('Authentication').click()
    await page.getByPlaceholder('api-token').fill(server.token)
    await page.getByRole('button', { name: 'Set' }).click()
    await page.getByText('1 API key applied').waitFor()
    await menu(page).getByText('Whose token this is').click()
    await page.getByRole('button', { name: 'Execute' }).click()
    await page.getByText('Response Status: OK (200)').waitFor()
    await page.getByText('"owner"').first().waitFor()
    await shot(page, 'docs-1440-light')
  },
)

test.skipIf(noBrowser || !isLong)(
  'OA16 the documentation looks as the dashboard does, and has no breach of WCAG',
  async () => {
    for (const { viewport, colorScheme } of TWO_LOOKS) {
      const page = await own.newPage({ viewport, colorScheme })
      await page.goto(`${server.url}/api/docs`)
      await page.getByRole('heading', { name: 'WebSocket /ws' }).waitFor()
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      const grounds = { light: 'rgb(255, 255, 255)', dark: 'rgb(23, 26, 31)' }
      expect(await ground()).toBe(grounds[colorScheme])
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      if (viewport.width < 768)
        await page.getByRole('heading', { name: 'Groups', exact: true }).click()
      else await menu(page).getByText('Groups', { exact: true }).click()
      const made = page.getByText('Creates a group; members by id, prefix, name or role').first()
      await made.scrollIntoViewIfNeeded()
      await made.click()
      await page.getByText('/groups').first().waitFor()
      expect(await violations(page)).toEqual([])
      expect(await overflow(page)).toBeLessThanOrEqual(0)
      await shot(page, `docs-${viewport.width}-${colorScheme}`)
      // What a person chose for the dashboard counts more than their system.
      const other = colorScheme === 'light' ? 'dark' : 'light'
      await page.evaluate((theme) => {
        localStorage.setItem('crewroom:prefs', JSON.stringify({ theme }))
      }, other)
      await page.reload()
      await page
        .getByRole('heading', { name: 'WebSocket /ws' })
        .or(page.getByText('/groups'))
        .first()
        .waitFor()
      expect(await ground()).toBe(grounds[other])
    }
  },
)
