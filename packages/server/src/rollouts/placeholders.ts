/** What replaces a value: a reference, a mask, a word for it. */
const PLACEHOLDER = new RegExp(
  [
    // $NAME, ${NAME}, $(command), %NAME%, {{ name }}, <name>, [masked:…]
    '\\$(?:[A-Za-z_]\\w*|[({].*)?',
    '%[A-Za-z_]\\w*%?',
    '\\{.*',
    '<[^>]*>?',
    '\\[[^\\]]*\\]?',
    // ..., xxx, ***, ___
    '[*.…_-]+',
    'x[x*.…_-]*',
    'your[-_ ].*',
    '(?:change|replace)[-_ ]?(?:me|this)',
    '(?:none|null|nil|undefined|unset|empty|true|false|yes|no|on|off|todo|tbd|redacted|hidden|value|string)',
  ].join('|'),
  'i',
)
const WHOLE = new RegExp(`^(?:${PLACEHOLDER.source})?$`, 'is')

/** Whether a text only stands for a value, or for a part of one. Sentences end behind it, too. */
export function isPlaceholder(text: string): boolean {
  return text.includes('[masked:') || WHOLE.test(text.replace(/[.,:]+$/, ''))
}
