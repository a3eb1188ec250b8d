/** Written in pieces: nothing in this file is a token to a scanner of repositories. */
export const joined = (...parts: string[]) => parts.join('')
export const letters = (count: number) =>
  'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(Math.ceil(count / 27)).slice(0, count)
const body = `${letters(64)}\n${letters(64)}\n${letters(30)}==`
export const pemKey = (name: string) =>
  joined('-----BEGIN ', name, '-----\n', body, '\n-----END ', name, '-----')
export const JWT = joined('ey', `Jhb${letters(20)}.ey`, `Jzd${letters(60)}.${letters(43)}`)

/** One of every family that is known by its form. */
export const SECRETS: readonly (readonly [what: string, token: string])[] = [
  ['anthropic-key', joined('sk-', `ant-api03-${letters(93)}-AA`)],
  ['anthropic-key', joined('sk-', `ant-${letters(20)}`)],
  ['api-key', joined('sk-', letters(48))],
  ['api-key', joined('sk-', `proj-${letters(40)}_${letters(30)}-${letters(20)}`)],
  ['api-key', joined('sk-', '0123456789abcdef0123456789abcdef')],
  ['stripe-key', joined('sk', `_live_${letters(24)}`)],
  ['stripe-key', joined('rk', `_live_${letters(24)}`)],
  ['github-token', joined('gh', `p_${letters(36)}`)],
  ['github-token', joined('gh', `o_${letters(36)}`)],
  ['github-token', joined('gh', `s_${letters(36)}`)],
  ['github-token', joined('gh', `u_${letters(36)}`)],
  ['github-token', joined('github', `_pat_${letters(22)}_${letters(59)}`)],
  ['gitlab-token', joined('gl', `pat-${letters(20)}`)],
  ['slack-token', joined('xox', `b-123456789012-1234567890123-${letters(24)}`)],
  ['slack-token', joined('xox', `p-123456789012-${letters(24)}`)],
  ['aws-key', joined('AK', 'IAIOSFODNN7EXAMPLE')],
  ['aws-key', joined('AS', 'IAIOSFODNN7EXAMPLE')],
  ['google-key', joined('AI', `za${letters(35)}`)],
  ['google-token', joined('ya', `29.${letters(60)}`)],
  ['npm-token', joined('npm', `_${letters(36)}`)],
  ['huggingface-token', joined('hf', `_${letters(34)}`)],
  ['sendgrid-key', joined('S', `G.${letters(22)}.${letters(43)}`)],
  ['jwt', JWT],
  ['private-key', pemKey('RSA PRIVATE KEY')],
  ['private-key', pemKey('PRIVATE KEY')],
  ['private-key', pemKey('OPENSSH PRIVATE KEY')],
  ['private-key', pemKey('PGP PRIVATE KEY BLOCK')],
  ['private-key', pemKey('RSA PRIVATE KEY').replaceAll('\n', '\\n')],
  // Line ends of JSON, and of JSON in JSON.
  ['private-key', pemKey('RSA PRIVATE KEY').replaceAll('\n', '\\\\n')],
]
