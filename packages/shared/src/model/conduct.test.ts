import { expect, test } from 'vitest'
import { saysLittle } from './conduct'

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
