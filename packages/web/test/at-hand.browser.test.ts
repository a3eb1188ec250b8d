import { expect, test } from 'vitest'
import { noBrowser } from './chromium'
import { dashboard } from './dashboard'

const own = dashboard()

test.skipIf(noBrowser)(
  'UI375 the language of code lies over none of it, and a diff is told apart by line',
  async () => {
    const long = `const longest = '${'x'.repeat(400)}'`
    await own.say('config-team', `\`\`\`js\n${long}\n\`\`\``)
    await own.say('config-team', '```js\nshort()\n```')
    await own.say(
      'config-team',
      '```diff\n--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-old line\n+new line\n```',
    )
    for (const width of [1440, 390]) {
      const page = await own.open(own.groups('config-team'), { viewport: { width, height: 800 } })
      await page.locator('.code .diff-line').first().waitFor()
      await page.locator('.code [class*="hljs"]').first().waitFor()
      await page.waitForTimeout(300)
      for (const code of await page.locator('.code').all()) {
        const [bar, pre, all] = await Promise.all(
          [code.locator('.code-bar'), code.locator('pre'), code].map((part) => part.boundingBox()),
        )
        if (!bar || !pre || !all) throw new Error('A block has no place.')
        expect(bar.y + bar.height, `${width}: the bar is above the code`).toBeLessThanOrEqual(pre.y)
        expect(bar.y).toBeGreaterThanOrEqual(all.y)
        expect(bar.x + bar.width).toBeLessThanOrEqual(all.x + all.width + 0.5)
      }
      const ground = (line: string) =>
        page
          .locator('.code', { hasText: 'old line' })
          .locator('.diff-line', { hasText: line })
          .last()
          .evaluate((element) => getComputedStyle(element).backgroundColor)
      const [added, removed, head] = [
        await ground('+new'),
        await ground('-old'),
        await ground('@@'),
      ]
      expect(new Set([added, removed, head]).size).toBe(3)
    }
  },
)
