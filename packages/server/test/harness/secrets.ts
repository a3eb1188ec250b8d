/** Written in pieces: nothing in this file is a token to a scanner of repositories. */
export const joined = (...parts: string[]) => parts.join('')
export const letters = (count: number) =>
  'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(Math.ceil(count / 27)).slice(0, count)
const hex = (count: number) => '0a1b2c3d4e5f6789'.repeat(Math.ceil(count / 16)).slice(0, count)
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
  ['slack-token', joined('xa', `pp-1-A0123456789-1234567890123-${hex(64)}`)],
  ['pypi-token', joined('py', `pi-AgEIcHlwaS5vcmc${letters(80)}`)],
  ['digitalocean-token', joined('dop', `_v1_${hex(64)}`)],
  ['shopify-token', joined('shp', `at_${hex(32)}`)],
  ['google-secret', joined('GOC', `SPX-${letters(28)}`)],
  ['discord-token', joined('MTIz', `NDU2Nzg5MDEyMzQ1Njc4.GaBc-D.${letters(38)}`)],
  ['discord-token', joined('OTk5', `OTk5OTk5OTk5OTk5OTk5OQ.Yx_1Zw.${letters(27)}`)],
  ['age-key', joined('AGE-SEC', `RET-KEY-1${letters(58).toUpperCase()}`)],
  ['groq-key', joined('gs', `k_${letters(52)}`)],
  ['xai-key', joined('xa', `i-${letters(80)}`)],
  ['linear-key', joined('lin', `_api_${letters(40)}`)],
  ['vault-token', joined('hv', `s.CAESI${letters(90)}`)],
  ['databricks-token', joined('da', `pi${hex(32)}`)],
  ['databricks-token', joined('da', `pi${hex(32)}-2`)],
  ['jwt', JWT],
  ['private-key', pemKey('RSA PRIVATE KEY')],
  ['private-key', pemKey('PRIVATE KEY')],
  ['private-key', pemKey('OPENSSH PRIVATE KEY')],
  ['private-key', pemKey('PGP PRIVATE KEY BLOCK')],
  ['private-key', pemKey('RSA PRIVATE KEY').replaceAll('\n', '\\n')],
  // Line ends of JSON, and of JSON in JSON.
  ['private-key', pemKey('RSA PRIVATE KEY').replaceAll('\n', '\\\\n')],
]

const QUICK = joined('correct', '-Horse7')

/** What the words before it call a secret: in front of it, the secret, behind it, and what it is. */
export const TOLD: readonly (readonly [
  before: string,
  secret: string,
  after: string,
  what: string,
])[] = [
  ['postgres://app:', QUICK, '@db:5432/x', 'password'],
  ['see https://me:', 'hunter2', '@host.example/path?q=1#a for it', 'password'],
  ['redis://:', 'p!$&*()+,;=%20~_.-', '@cache/0', 'password'],
  ['amqp+ssl://a.b-c:', 'x@y:z', '@host', 'password'],
  ['{"url":"mongodb://u:', QUICK, '@h1:27017,h2:27017/db"}', 'password'],
  ['"https:\\/\\/u:', QUICK, '@host\\/x"', 'password'],
  ['DB_PASSWORD=', 'hunter2', '\nNEXT=1', 'password'],
  ['export GITHUB_TOKEN=', QUICK, '', 'token'],
  ['export GITHUB_TOKEN=', `${letters(700)}/+=`, ' ; run', 'token'],
  ['AWS_SECRET_ACCESS_KEY=', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', ' aws s3 ls', 'key'],
  ["API_KEY='", 'signs&|;<>()yes', "' npm start", 'key'],
  ['DB_PASSWORD="', 'two words \\" and 3', '" run', 'password'],
  ['CLIENT_SECRET = "', QUICK, '"', 'secret'],
  ['docker run -e MYSQL_PWD=', QUICK, ' mysql', 'password'],
  ['PGPASSWORD=', '12345', ' psql', 'password'],
  ['TOKEN=', QUICK, '.\nThen', 'token'],
  ['SIGNING_KEY_2=', QUICK, ', and', 'key'],
  ['(SECRET=', QUICK, ')', 'secret'],
  ['POSTGRES_PASSWORD: ', 'hunter2', '\n', 'password'],
  ['env:\n  - a\n  NPM_TOKEN: ', QUICK, '  # mine\n', 'token'],
  ['NPM_TOKEN: "', 'onlywords', '"', 'token'],
  ['{"env":{"OPENAI_API_KEY":"', QUICK, '"}}', 'key'],
  ['{\\"OPENAI_API_KEY\\": \\"', QUICK, '\\"}', 'key'],
  ['["X_TOKEN=', QUICK, '","Y=1"]', 'token'],
  ['"a\\nX_TOKEN=', QUICK, '\\nY=1"', 'token'],
  ['$env:SOME_TOKEN = "', QUICK, '"', 'token'],
  ['AccountName=a;AccountKey=', `${letters(86)}==`, ';EndpointSuffix=core', 'azure-key'],
  ['Endpoint=sb://x/;SharedAccessKey=', `${letters(43)}=`, '', 'azure-key'],
  ['Authorization: Basic ', 'dXNlcjpwYXNzd29yZA==', '\r\nHost: x', 'basic-credentials'],
  ["-H 'authorization:basic ", 'YTpi', "' x", 'basic-credentials'],
  ['{"Authorization":"Basic ', `${letters(20)}==`, '"}', 'basic-credentials'],
  ['Authorization: Bearer ', 'short-token-1', '\n', 'bearer-token'],
  ['bot 123456789:', joined('AA', `H-${letters(31)}`), ' is', 'telegram-token'],
  ['https://api.telegram.org/bot1234567890:', joined('AA', letters(33)), '/x', 'telegram-token'],
]
