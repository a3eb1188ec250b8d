import { expect, test } from 'vitest'
import { begunAnew, saysLittle } from './conduct'

test('CD8 what says little is told in many languages, and costs nothing to tell', () => {
  const little = [
    'Thanks, will do!',
    '@dev',
    '@dev @arch thanks a lot',
    '👍',
    '🎉🎉🎉🎉🎉🎉🎉🎉',
    'Alles klar, danke dir!',
    'D’accord, merci beaucoup !',
    'Понял, спасибо',
    'شكرا جزيلا',
    '谢谢，收到',
    '了解しました',
    '네, 감사합니다',
    'ขอบคุณ',
    '',
    ' \n ',
  ]
  const much = [
    'see src/a.ts',
    'on port 80',
    'why?',
    'لماذا؟',
    '为什么？',
    'use `map`',
    'list.length is wrong',
    'the parser must keep comments in place',
    '请把解析器的错误处理移到单独的模块里再提交',
    'パーサーのエラー処理を別のモジュールに移してください',
    'กรุณาย้ายการจัดการข้อผิดพลาดไปยังโมดูลอื่น',
    'ກະລຸນາຍ້າຍການຈັດການຂໍ້ຜິດພາດໄປໂມດູນອື່ນ',
    'first line\nsecond line',
    '@'.repeat(50_000),
    'x '.repeat(25_000),
    ' '.repeat(50_000),
  ]
  expect(little.filter((text) => !saysLittle(text))).toEqual([])
  expect(much.filter(saysLittle)).toEqual([])
})

test.each<[content: string, isLittle: boolean, why: string]>([
  ['thank you very much indeed', true, 'five words'],
  ['thank you so very much indeed', false, 'six'],
  ['thank you very much indeed 👍 – 🎉', true, 'signs and emoji are no words'],
  ['@code-reviewer thank you very much indeed', true, 'whom it is for is none'],
  ['收'.repeat(12), true, 'twelve characters where words are not parted'],
  ['收'.repeat(13), false, 'thirteen'],
  ['ကျေးဇူးတင်ပါတယ်ခင်ဗျာ', false, 'of Myanmar'],
  ['ཐུགས་རྗེ་ཆེ་གནང་', false, 'of Tibet'],
  [`${'x'.repeat(196)} ok!`, true, '200 units'],
  [`${'x'.repeat(197)} ok!`, false, '201'],
  ['in src/main', false, 'a path'],
  [String.raw`in src\main`, false, 'a path of Windows'],
  ['is a < b', false, 'code'],
  ['in some_name', false, 'a name from code'],
  ['run it now.', true, 'the end of a sentence is no code'],
])('CD8, TX34 whether %j says little: %s, %s', (content, isLittle) => {
  expect(saysLittle(content)).toBe(isLittle)
})

test('CD9, CD4 after a person has spoken nothing before counts, and the next hold is a first one', () => {
  expect(begunAnew(7)).toEqual({ freshSeq: 7, strikes: 0, calmSince: null })
})
