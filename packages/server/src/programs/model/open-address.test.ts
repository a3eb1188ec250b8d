import { expect, test } from 'vitest'
import { assertOpenAddress, hostOf } from './open-address'

const resolve = async (host: string) => {
  const address = { 'metadata.example': '169.254.169.254', 'models.example': '10.0.0.7' }[host]
  if (address === undefined) throw new Error('ENOTFOUND')
  return [{ address: '127.0.0.1' }, { address }]
}
const asked = (baseUrl: string, named: readonly string[] = []) =>
  assertOpenAddress(baseUrl, new Set(named), resolve)

test.each([
  'http://169.254.169.254/v1',
  'http://169.254.0.1:8080',
  'http://2852039166/v1',
  'http://0xa9fea9fe/v1',
  'http://169.254.43518/v1',
  'http://[fe80::1]/v1',
  'http://[::ffff:169.254.169.254]/v1',
  'http://[fd00:ec2::254]/latest',
  'http://[fd20:ce::254]/',
  'http://100.100.100.200/latest',
  'http://168.63.129.16/metadata',
  'http://192.0.0.192/opc',
  'http://metadata.example/v1',
  'https://METADATA.example/v1',
])('ML53 no model is asked at %s', async (baseUrl) => {
  await expect(asked(baseUrl)).rejects.toMatchObject({
    kind: 'final',
    message: expect.stringContaining('name it in drivers of crewroom.config.yaml'),
  })
})

test.each([
  'http://127.0.0.1:11434/v1',
  'http://[::1]:1234/v1',
  'http://10.0.0.7/v1',
  'http://192.168.1.9/v1',
  'http://169.253.255.255/v1',
  'http://models.example/v1',
  'http://nobody.example/v1',
])('ML53 a model may be asked at %s', async (baseUrl) => {
  await expect(asked(baseUrl)).resolves.toBeUndefined()
})

test.each(['http://169.254.169.254/v1', 'http://[fe80::1]/v1', 'http://metadata.example/v1'])(
  'ML53 also at %s where the configuration names it',
  async (baseUrl) => {
    await expect(asked(baseUrl, [hostOf(baseUrl)])).resolves.toBeUndefined()
    await expect(asked(baseUrl, ['elsewhere'])).rejects.toThrow('no model is asked there')
  },
)
