import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { workOf } from '../../../../server/test/harness/work-done'
import { hasMarkdown, isHarmless } from './rich-need'
import { richText } from './rich-text'
import { patience } from '../../../../shared/test/patience'

const html = (content: string) => renderToStaticMarkup(richText(content))

test('UI75 markdown is a small part of it: words, lists, quotes, code, tables and links', () => {
  expect(html('a **b** _c_ ~~d~~ `e`\nf')).toBe(
    '<p dir="auto">a <strong>b</strong> <em>c</em> <del>d</del> <code>e</code>\nf</p>',
  )
  expect(html('- a\n- b\n  - c')).toBe(
    '<ul><li dir="auto">a</li><li dir="auto">b<ul><li dir="auto">c</li></ul></li></ul>',
  )
  expect(html('# A **b**')).toBe('<p dir="auto"><strong>A <strong>b</strong></strong></p>')
  expect(html('|a|\n|-|\n|b|')).toContain('<td dir="auto">b</td>')
  expect(html('> q')).toBe('<blockquote dir="auto"><p dir="auto">q</p></blockquote>')
  expect(html('a  \nb')).toBe('<p dir="auto">a<br/>b</p>')
  expect(html('3. a')).toBe('<ol start="3"><li dir="auto">a</li></ol>')
  expect(html('- [x] a')).toContain('☑ ')
})

test('UI76 links lead to the web or a mail, in a new tab that knows nothing of this one', () => {
  const safe = 'target="_blank" rel="noopener noreferrer nofollow"'
  expect(html('[x](https://a.example/b "t")')).toBe(
    `<p dir="auto"><a href="https://a.example/b" ${safe} title="https://a.example/b" tabindex="0">x</a></p>`,
  )
  expect(html('see https://a.example/ok now')).toContain('<a href="https://a.example/ok"')
  expect(html('mail a@b.example')).toContain('<a href="mailto:a@b.example"')
  const dead = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.example/x',
    '/leads/1',
    '#top',
    'blob:x',
    'java\u0000script:x',
    '&#106;avascript:alert(1)',
  ]
  for (const address of dead) {
    const shown = html(`[click](<${address}>) <${address}>`)
    expect(shown, address).not.toContain('<a ')
    expect(shown).toContain('click')
  }
  expect(html('[click](javascript:alert(1))')).toContain('click (javascript:alert(1))')
})

test('UI76 images are links with their words, and nothing of HTML is kept', () => {
  expect(html('![a cat](https://a.example/c.png)')).toContain('>a cat</a>')
  expect(html('![](https://a.example/c.png)')).toContain('>https://a.example/c.png</a>')
  for (const bad of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'a <b onclick=x>b</b>',
    '<svg onload=alert(1)>',
    '<iframe src=//x>',
    '<style>*{}</style>',
    '<a href="javascript:x">y</a>',
    '<!-- x -->',
    '<?php ?>',
    '[^1]\n\n[^1]: note',
  ]) {
    const shown = html(bad)
    expect(shown.match(/<(?!\/?(?:p|em|strong|ol|li)\b)[^>]*>/g), shown).toBe(null)
    expect(shown).not.toMatch(/<[^>]*(?:id|on\w+|style)=/)
  }
  expect(html('a <b onclick=x>b</b>')).toContain('&lt;b onclick=x&gt;b&lt;/b&gt;')
})

test('UI72 commands stay as they were written, whatever markdown would make of them', () => {
  const command = '⟦⟦ REACT {"a":"**b** \\"c\\" _d_\\n"} ⟧⟧'
  const escaped = command.replaceAll('"', '&quot;')
  expect(html(`**see** ${command} *now*`)).toContain(
    `<bdi class="cmd-chip" dir="ltr">${escaped}</bdi>`,
  )
  expect(html(`\`${command}\``)).toBe(`<p dir="auto"><code>${escaped}</code></p>`)
  expect(html(`*a* \u202Eb`)).toContain('⟪U+202E⟫')
  expect(html(`\`a\u202Eb\``)).toContain('a⟪U+202E⟫b')
})

test(
  'UI73 bombs are refused or rendered within a bounded time',
  () => {
    const bombs = [
      '>',
      '> ',
      '[',
      '![',
      '*',
      '_',
      '**a ',
      '*a **b ',
      '`',
      '``` ',
      '<',
      '&',
      '- ',
      '1. ',
      '|',

      '# a\n',
      'a\n\n',
      '[a](',
      '[a][',
      '<a ',
      '~~',
      '\\',
      '#',
      '((',
      '[[]]',
      'a*_',
      '||',
      'http://',
      'a@b.c ',
      'www.',
      '[^',
      '\n> ',
      '  - a\n',
      '-\n',
      '|-|\n',
      'a\n=\n',
      '&amp;',
      '![a](',
    ]
    // An ordinary text with something of everything.
    const ordinary =
      'See **this**, `that` and [there](https://a.example):\n\n- one *thing*\n- more\n\n'
    const usual = workOf(() => html(ordinary.repeat(4_000 / ordinary.length)))
    for (const size of [4_000, 20_000]) {
      for (const bomb of bombs) {
        const content = bomb.repeat(size / bomb.length)
        const isTried = isHarmless(content)
        const work = workOf(() => isHarmless(content) && html(content))
        const times = work / usual / (size / 4_000)
        expect(times, `${JSON.stringify(bomb)} × ${size} ${isTried}`).toBeLessThan(100)
      }
    }
    expect(isHarmless('> '.repeat(1_000))).toBe(false)
    expect(isHarmless(`${'> '.repeat(5)}quoted`)).toBe(true)
  },
  patience(60_000),
)

test('UI75 a text without any sign of markdown never waits for its renderer', () => {
  for (const plain of [
    'Done.',
    'Yes - at 5:30!',
    '(ok) 100% = fine',
    '👍🏽',
    'a\nb\n\nc',
    '@dev hi',
  ]) {
    expect(hasMarkdown(plain), plain).toBe(false)
  }
  for (const rich of ['a **b**', '- a', '1. a', 'https://a.b', '> q', '# h', 'a\n---', '`c`']) {
    expect(hasMarkdown(rich), rich).toBe(true)
  }
})
