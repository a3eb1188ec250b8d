/**
 * Letters of other scripts, small capitals and letters with a stroke that look like a Latin one: of those in Unicode's
 * list (UTS #39, confusables) the ones that neither NFKD nor lower case turns into it.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'ɑαаᗅᴀ⍺ꓮꭺ𐊠𖽀',
  b: 'ƀƅɓʙβвьᏼᑲᖯᗷꓐꞵꮟ𐊂𐊡𐌁',
  c: 'ȼςσсᴄⲥꓚꮯ𐊢𐌂𐐽𐔜𑣩𑣲🝌',
  d: 'đɖɗԁᑯᗞᗪᴅꓒꓓꭰꮷ',
  e: 'ǝɇəεеҽᴇ℮⋿ⴹꓰꬲꭼ𐊆𑣆𑣎',
  f: 'ƒϝքᖴẝꓝꜰꞙꬵ𐊇𐊥𐔥𑣂𝈓',
  g: 'ƍǥɠɡɢԍցᏻᶃꓖꮐ',
  h: 'ħɦʜηнһհᕼⲏꓧꮋꮒ𐋏',
  i: 'ıɨɪ⍳ꙇꭵ',
  j: 'ȷɉʝϳјᒍᴊꓙꭻ',
  k: 'ƙκкᛕᴋⲕꓗꮶ𐔘',
  l: 'łƚǀɩɫʟιіӏ۱ᒪᛁ∣⏽│ⲓⳑⵏꓡꓲꮮ𐊊𐌉𐌠𐑃𐔦𑣃𑣒𖼖𖼨𝈪',
  m: 'ɱμϻмᗰᛖᴍⲙꓟꮇ𐊰𐌑',
  n: 'ŋɲɳɴνոռⲛꓠ𐔓',
  o: 'øɵοσоөօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲟⵔ〇ꓳꬽ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠',
  p: 'ƥρрᑭᴘ⍴ⲣꓑꮲ𐊕',
  q: 'ԛգզⵕꞯ',
  r: 'ɍɽʀгᖇᴦⲅꓣꭇꭈꭱꮁꮢ𐓜𖼵𝈖',
  s: 'ƽʂѕտꓢꜱꮥꮪ𐊖𐑈𑣁𖼺',
  t: 'ŧƭʈτтᴛ⊤⟙ⲧꓔꭲ𐊗𐊱𐌕𑣜𖼊🝨',
  u: 'ʉʋυսሀᑌᴜ∪⋃ꓴꞟꭎꭒ𐓶𑣘𖽂',
  v: 'νѵ۷ᐯᴠ∨⋁ⴸꓦꛟꮩ𐔝𑜆𑣀𖼈𝈍',
  w: 'ɯѡԝաᴡꓪꮃꮤ𑜊𑜎𑜏𑣦𑣯',
  x: '×χхᕁᕽ᙭᙮ᚷ╳⤫⤬⨯ⲭⵝꓫꭓ𐊐𐊴𐌗𐌢𐔧𑣬',
  y: 'ƴɏɣʏγυуүყᶌỿⲩꓬꭚꭹꮍ𐊲𑣄𑣜𖽃',
  z: 'ƶʐζᴢꓜꮓ𐋵𑣄𑣉𑣥',
}
/** What digits and signs stand for inside a word. */
const FIGURES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'il',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

const letters = new Map<string, string>()
const note = (character: string, letter: string) =>
  letters.set(character, (letters.get(character) ?? '') + letter)
for (const [letter, alike] of Object.entries(LOOKALIKES)) {
  for (const character of alike) note(character, letter)
}
for (const [figure, alike] of Object.entries(FIGURES))
  for (const letter of alike) note(figure, letter)
// Greek and Cyrillic letters that look alike beside no Latin one, and signs of Chinese and Japanese.
for (const alike of [
  'πп',
  'γг',
  'λл',
  'φф',
  '口ロ囗',
  '二ニ',
  '力カ',
  '工エ',
  '卜ト',
  '八ハ',
  '夕タ',
  '一ー',
  '日曰',
  '土士',
  '己已巳',
  'へヘ',
])
  for (const character of alike) note(character, alike)
// A capital i is a small l.
note('i', 'l')
for (let n = 0; n < 26; n++) {
  const letter = String.fromCharCode(97 + n)
  // White on black in a circle or a square, and the halves of flags.
  for (const first of [0x1f150, 0x1f170, 0x1f1e6]) note(String.fromCodePoint(first + n), letter)
}

/** Whether two texts look the same, ignoring case, spaces, hyphens and other signs. */
export function lookSame(one: string, other: string): boolean {
  const others = readings(other)
  return readings(one).some((a) => others.some((b) => same(a, b)))
}

/** Whether two texts are read alike, letter by letter: `Ada 1` as `Ada l`, not as `Ada 2`. */
export function readAlike(one: string, other: string): boolean {
  if (isPlain(one) && isPlain(other)) return plainReading(one) === plainReading(other)
  const [a, b] = [readings(one).at(-1), readings(other).at(-1)]
  return a !== undefined && b !== undefined && same(a, b)
}

/** Most names have nothing but these characters, and a name is compared with those of a whole crew. */
const isPlain = (text: string) => /^[\x20-\x7e]*$/.test(text)

function plainReading(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z\d@$]/g, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll(/[\di@$]/g, (figure) =>
      figure === 'i' ? 'l' : (FIGURES[figure]?.at(-1) ?? figure),
    )
}

type Readings = readonly (readonly string[])[]

/** Names are compared again and again: each question to an agent compares those of everybody. */
const known = new Map<string, Readings>()
const MOST_KNOWN = 500
const LONGEST_KNOWN = 100

function readings(text: string): Readings {
  const before = known.get(text)
  if (before) return before
  const made = readingsOf(text)
  if (known.size >= MOST_KNOWN) known.clear()
  if (text.length <= LONGEST_KNOWN) known.set(text, made)
  return made
}

/** As letters alone, and with digits and signs that stand for letters. */
function readingsOf(text: string): Readings {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{sc=Inherited}\p{Cf}\p{Cc}\p{DI}]/gu, '')
  return [/[\p{L}\p{M}]/u, /[\p{L}\p{M}\d@$]/u].flatMap((kept) => {
    const characters = Array.from(folded).filter((one) => kept.test(one) || isSign(one))
    return characters.length > 0
      ? [Array.from(characters.join('').replaceAll('rn', 'm').replaceAll('vv', 'w'))]
      : []
  })
}

/** A letter that is drawn as a picture. */
function isSign(character: string): boolean {
  return character.length > 1 && letters.has(character)
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length && one.every((character, at) => alike(character, other[at] ?? ''))
  )
}

function alike(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [one + (letters.get(one) ?? ''), other + (letters.get(other) ?? '')]
  return Array.from(a).some((letter) => b.includes(letter))
}
