/** Formats of monitoring, mail, databases, infrastructure, keys, headers, and of passwords in files of every kind. */
import { around, configured, key, named, type SecretFormat, token } from './secrets-format.ts';

const monitoring: SecretFormat[] = [
  named('Datadog API key', 'DD_API_KEY=$', ({ hex }) => hex(32)),
  configured('Datadog application key', 'datadog:\n  app_key: $', ({ hex }) => hex(40)),
  token('New Relic user key', ({ upper }) => `NRAK-${upper(27)}`),
  token('New Relic licence', ({ hex }) => `${hex(36)}NRAL`),
  around('address', 'Sentry DSN', 'https://$@o77.ingest.sentry.io/77', ({ hex }) => hex(32)),
  token('Sentry token', ({ hex }) => `sntryu_${hex(64)}`),
  token('Grafana service account', ({ letters, hex }) => `glsa_${letters(32)}_${hex(8)}`),
  token('Grafana cloud', ({ base64 }) => `glc_${base64(80)}`),
  configured('PagerDuty', 'pagerduty_routing_key: $', ({ hex }) => hex(32)),
  named('PagerDuty API', 'PAGERDUTY_TOKEN=$', ({ letters }) => letters(20)),
  token('Honeycomb', ({ lower }) => `hcaik_${lower(58)}`),
  token('Dynatrace', ({ upper }) => `dt0c01.${upper(24)}.${upper(64)}`),
  token('Sonar', ({ hex }) => `squ_${hex(40)}`),
  named('Codecov', 'CODECOV_TOKEN: $', ({ uuid }) => uuid()),
  token('LaunchDarkly', ({ uuid }) => `sdk-${uuid()}`),
  token('PostHog', ({ letters }) => `phx_${letters(43)}`),
  around('header', 'Splunk', 'Authorization: Splunk $', ({ uuid }) => uuid()),
];

const mail: SecretFormat[] = [
  token('SendGrid', ({ words }) => `SG.${words(22)}.${words(43)}`),
  token('Mailgun', ({ hex }) => `key-${hex(32)}`),
  token('Mailgun, new', ({ hex }) => `${hex(32)}-${hex(8)}-${hex(8)}`),
  token('Mailchimp', ({ hex }) => `${hex(32)}-us12`),
  around('header', 'Postmark', 'X-Postmark-Server-Token: $', ({ uuid }) => uuid()),
  token('Resend', ({ letters }) => `re_${letters(8)}_${letters(24)}`),
  token('Brevo', ({ hex, letters }) => `xkeysib-${hex(64)}-${letters(16)}`),
];

const databases: SecretFormat[] = [
  'postgres',
  'postgresql',
  'mysql',
  'mongodb+srv',
  'redis',
  'amqp',
  'smtp',
  'ftp',
  'https',
].map((scheme) =>
  around('address', `${scheme} address`, `${scheme}://app:$@db.example.com/main`, ({ letters }) => letters(14)),
);

const infrastructure: SecretFormat[] = [
  token('Terraform Cloud', ({ letters, words }) => `${letters(14)}.atlasv1.${words(66)}`),
  token('Vault', ({ words }) => `hvs.${words(90)}`),
  token('Vault batch', ({ words }) => `hvb.${words(120)}`),
  token('Pulumi', ({ hex }) => `pul-${hex(40)}`),
  token('Doppler', ({ letters }) => `dp.pt.${letters(43)}`),
  token('Databricks', ({ hex }) => `dapi${hex(32)}`),
  token('Linear', ({ letters }) => `lin_api_${letters(40)}`),
  token('Notion', ({ letters }) => `ntn_${letters(46)}`),
  token('Notion, old', ({ letters }) => `secret_${letters(43)}`),
  token('Figma', ({ words }) => `figd_${words(40)}`),
  token('Airtable', ({ letters, hex }) => `pat${letters(14)}.${hex(64)}`),
  token('Atlassian', ({ words, hex }) => `ATATT3xFfGF0${words(170)}=${hex(8)}`),
  token('Asana', ({ digits, hex }) => `2/${digits(16)}/${digits(16)}:${hex(32)}`),
  token('Postman', ({ hex }) => `PMAK-${hex(24)}-${hex(34)}`),
  token('Buildkite', ({ hex }) => `bkua_${hex(40)}`),
  token('CircleCI', ({ letters, hex }) => `CCIPAT_${letters(22)}_${hex(40)}`),
  named('Travis', 'TRAVIS_TOKEN=$', ({ words }) => words(22)),
  token('HubSpot', ({ uuid }) => `pat-na1-${uuid()}`),
  token('Contentful', ({ words }) => `CFPAT-${words(43)}`),
  token('Salesforce', ({ letters }) => `00D${letters(15)}!${letters(96)}`),
  token('Dropbox', ({ words }) => `sl.${words(135)}`),
  token('OpenShift', ({ words }) => `sha256~${words(43)}`),
  token('bcrypt hash', ({ letters }) => `$2b$10$${letters(53)}`),
];

const keys: SecretFormat[] = [
  ...['RSA ', 'EC ', 'DSA ', 'ENCRYPTED ', 'OPENSSH ', ''].map((kind) =>
    key(`private key ${kind}`, `${kind}PRIVATE KEY`),
  ),
  key('PGP', 'PGP PRIVATE KEY BLOCK'),
  token('age', ({ upper }) => `AGE-SECRET-KEY-1${upper(58)}`),
  {
    name: 'kubeconfig client key',
    place: 'file',
    make: ({ base64 }) => {
      const pem = [
        `-----BEGIN RSA PRIVATE`,
        `KEY-----\n${base64(64)}\n${base64(64)}\n-----END RSA PRIVATE KEY-----\n`,
      ].join(' ');
      const secret = Buffer.from(pem).toString('base64');
      return { text: `client-key-data: ${secret}`, secret, name: 'client-key-data:' };
    },
  },
];

const jwt = ({ words }: { words: (length: number) => string }): string =>
  `eyJhbGciOiJIUzI1NiJ9.eyJ${words(60)}.${words(43)}`;

const headers: SecretFormat[] = [
  token('JWT', jwt),
  around('header', 'bearer', 'Authorization: Bearer $', ({ words }) => words(40)),
  around('header', 'basic', 'Authorization: Basic $', ({ base64 }) => `${base64(22)}==`),
  around('header', 'token', 'Authorization: token $', ({ hex }) => hex(40)),
  around('header', 'API key', 'X-Api-Key: $', ({ letters }) => letters(32)),
  around('header', 'private token', "curl --header 'PRIVATE-TOKEN: $' https://git.example.com", ({ words }) =>
    words(20),
  ),
  around('header', 'cookie', 'Cookie: theme=dark; session=$; lang=en', ({ letters }) => letters(32)),
  around('header', 'set-cookie', 'Set-Cookie: connect.sid=$; Path=/; HttpOnly', ({ letters }) => letters(40)),
  around('file', 'kubeconfig token', 'users:\n- user:\n    token: $', jwt),
];

const written: SecretFormat[] = [
  around('file', '.netrc', 'machine git.example.com login me password $', ({ letters }) => letters(16)),
  around('file', '.netrc, wrapped', 'machine git.example.com\n  login me\n  password $', ({ letters }) => letters(16)),
  around('file', '.git-credentials', 'https://me:$@git.example.com', ({ words }) => words(24)),
  named('env password', 'DB_PASSWORD=$', ({ password }) => password(16)),
  named('shell export', "export APP_SECRET='$'", ({ password }) => password(24)),
  named('Dockerfile', 'ENV SERVICE_TOKEN $', ({ letters }) => letters(24)),
  named('Rails', 'SECRET_KEY_BASE=$', ({ hex }) => hex(128)),
  named('Laravel', 'APP_KEY=$', ({ base64 }) => `base64:${base64(43)}=`),
  configured('YAML password', 'database:\n  password: $\n  pool: 5', ({ password }) => password(16)),
  configured('YAML quoted', "secret: '$'", ({ password }) => password(20)),
  configured('JSON', '{ "user": "me", "password": "$" }', ({ password }) => password(12)),
  configured('JSON API key', '{"apiKey":"$"}', ({ letters }) => letters(24)),
  configured('TOML', 'api_token = "$"', ({ letters }) => letters(30)),
  configured('ini', '[db]\npasswd=$\n', ({ letters }) => letters(12)),
  configured('properties', 'spring.datasource.password=$', ({ letters }) => letters(12)),
  configured('XML', '<password>$</password>', ({ letters }) => letters(14)),
  configured('code', 'const clientSecret = "$";', ({ words }) => words(32)),
  configured('Python', "SECRET_KEY = '$'", ({ password }) => password(50)),
  configured('PHP', "define('AUTH_KEY', '$');", ({ password }) => password(64)),
  configured('ADO connection string', 'Server=db;User Id=me;Password=$;Encrypt=true', ({ letters }) => letters(14)),
  configured('command line', 'deploy --user me --password $ --force', ({ letters }) => letters(14)),
  configured('command line with sign', 'deploy --api-key=$', ({ letters }) => letters(32)),
  around('address', 'query', 'https://api.example.com/v1?user=me&access_token=$&page=2', ({ letters }) => letters(32)),
  around('address', 'query key', 'https://maps.example.com/v1?key=$', ({ letters }) => letters(39)),
];

export const serviceSecrets: readonly SecretFormat[] = [
  ...monitoring,
  ...mail,
  ...databases,
  ...infrastructure,
  ...keys,
  ...headers,
  ...written,
];
