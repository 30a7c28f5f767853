/** Formats of what developers have accounts for: clouds, git hosts, models, chat, payment, packages. */
import { around, configured, named, type SecretFormat, token } from './secrets-format.ts';

const clouds: SecretFormat[] = [
  token('AWS access key', ({ upper }) => `AKIA${upper(16)}`),
  token('AWS temporary access key', ({ upper }) => `ASIA${upper(16)}`),
  named('AWS secret access key', 'AWS_SECRET_ACCESS_KEY=$', ({ base64 }) => base64(40)),
  configured('AWS secret access key in ini', 'aws_secret_access_key = $', ({ base64 }) => base64(40)),
  token('AWS session token', ({ base64 }) => `IQoJb3JpZ2luX2Vj${base64(200)}`),
  token('AWS Bedrock key', ({ base64 }) => `ABSK${base64(128)}`),
  token('AWS MWS', ({ uuid }) => `amzn.mws.${uuid()}`),
  around(
    'address',
    'AWS presigned address',
    'https://b.s3.amazonaws.com/o?X-Amz-Expires=60&X-Amz-Signature=$',
    ({ hex }) => hex(64),
  ),
  token('Google API key', ({ words }) => `AIza${words(35)}`),
  token('Google OAuth token', ({ words }) => `ya29.${words(60)}`),
  token('Google refresh token', ({ words }) => `1//0${words(60)}`),
  token('Google OAuth client secret', ({ words }) => `GOCSPX-${words(28)}`),
  token('Gemini key, new', ({ words }) => `AQ.Ab8${words(44)}`),
  configured(
    'Azure storage connection string',
    'DefaultEndpointsProtocol=https;AccountName=me;AccountKey=$;EndpointSuffix=core',
    ({ base64 }) => `${base64(86)}==`,
  ),
  configured(
    'Azure service bus',
    'Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=$',
    ({ base64 }) => `${base64(43)}=`,
  ),
  around(
    'address',
    'Azure SAS',
    'https://me.blob.core.windows.net/c/b?sv=2024-01-01&sp=r&sig=$',
    ({ letters }) => `${letters(40)}%3D`,
  ),
  token('Azure client secret', ({ letters }) => `${letters(3)}8Q~${letters(34)}`),
  token('Azure DevOps token', ({ letters }) => `${letters(76)}AZDO${letters(4)}`),
  token('Alibaba access key', ({ letters }) => `LTAI${letters(20)}`),
  token('Tencent secret id', ({ letters }) => `AKID${letters(32)}`),
  token('DigitalOcean token', ({ hex }) => `dop_v1_${hex(64)}`),
  token('DigitalOcean refresh token', ({ hex }) => `dor_v1_${hex(64)}`),
  named('Cloudflare token', 'CLOUDFLARE_API_TOKEN=$', ({ words }) => words(40)),
  token('Cloudflare origin key', ({ hex }) => `v1.0-${hex(24)}-${hex(146)}`),
  token('Heroku key', ({ uuid }) => `HRKU-${uuid()}`),
  named('Heroku key, old', 'HEROKU_API_KEY=$', ({ uuid }) => uuid()),
  token('Fly token', ({ base64 }) => `fm2_${base64(160)}`),
  token('Vercel token', ({ letters }) => `vcp_${letters(56)}`),
  token('Netlify token', ({ letters }) => `nfp_${letters(36)}`),
  token('Render key', ({ letters }) => `rnd_${letters(28)}`),
  token('Supabase token', ({ hex }) => `sbp_${hex(40)}`),
  token('Supabase secret key', ({ words }) => `sb_secret_${words(31)}`),
  token('PlanetScale token', ({ words }) => `pscale_tkn_${words(43)}`),
  token('Neon key', ({ lower }) => `napi_${lower(64)}`),
  token('Tailscale key', ({ letters }) => `tskey-auth-${letters(12)}CNTRL-${letters(32)}`),
  token('Aiven password', ({ words }) => `AVNS_${words(19)}`),
];

const git: SecretFormat[] = [
  ...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((begins) =>
    token(`GitHub ${begins}`, ({ letters }) => `${begins}_${letters(36)}`),
  ),
  token('GitHub, fine-grained', ({ letters }) => `github_pat_${letters(22)}_${letters(59)}`),
  ...['glpat', 'glptt', 'glrt', 'gldt', 'glcbt', 'glft', 'glsoat', 'glagent', 'gloas', 'glimt', 'glffct'].map(
    (begins) => token(`GitLab ${begins}`, ({ words }) => `${begins}-${words(20)}`),
  ),
  token('GitLab runner registration', ({ words }) => `GR1348941${words(20)}`),
  token('Bitbucket app password', ({ letters }) => `ATBB${letters(32)}`),
  named('Gitea token', 'GITEA_TOKEN=$', ({ hex }) => hex(40)),
  token('Sourcegraph token', ({ hex }) => `sgp_${hex(16)}_${hex(40)}`),
];

const models: SecretFormat[] = [
  token('Anthropic', ({ words }) => `sk-ant-api03-${words(93)}AA`),
  token('Anthropic OAuth', ({ words }) => `sk-ant-oat01-${words(93)}AA`),
  token('OpenAI project', ({ words }) => `sk-proj-${words(74)}T3BlbkFJ${words(74)}`),
  token('OpenAI service account', ({ words }) => `sk-svcacct-${words(74)}T3BlbkFJ${words(74)}`),
  token('OpenAI, old', ({ letters }) => `sk-${letters(20)}T3BlbkFJ${letters(20)}`),
  token('DeepSeek', ({ hex }) => `sk-${hex(32)}`),
  token('OpenRouter', ({ hex }) => `sk-or-v1-${hex(64)}`),
  token('Groq', ({ letters }) => `gsk_${letters(52)}`),
  token('xAI', ({ letters }) => `xai-${letters(80)}`),
  token('Perplexity', ({ letters }) => `pplx-${letters(48)}`),
  named('Mistral', 'MISTRAL_API_KEY=$', ({ letters }) => letters(32)),
  named('Cohere', 'export COHERE_API_KEY="$"', ({ letters }) => letters(40)),
  token('Hugging Face', ({ letters }) => `hf_${letters(34)}`),
  token('Replicate', ({ letters }) => `r8_${letters(37)}`),
  token('NVIDIA', ({ words }) => `nvapi-${words(64)}`),
  token('Fireworks', ({ letters }) => `fw_${letters(24)}`),
  token('Cerebras', ({ lower }) => `csk-${lower(48)}`),
  token('LangSmith', ({ hex }) => `lsv2_pt_${hex(32)}_${hex(10)}`),
  token('Pinecone', ({ letters }) => `pcsk_${letters(6)}_${letters(60)}`),
  token('Tavily', ({ letters }) => `tvly-dev-${letters(32)}`),
];

const chat: SecretFormat[] = [
  ...['xoxb', 'xoxp', 'xoxa', 'xoxr', 'xoxs'].map((begins) =>
    token(`Slack ${begins}`, ({ digits, letters }) => `${begins}-${digits(12)}-${digits(12)}-${letters(24)}`),
  ),
  token('Slack app token', ({ upper, digits, hex }) => `xapp-1-A${upper(10)}-${digits(13)}-${hex(64)}`),
  around(
    'address',
    'Slack webhook',
    'https://hooks.slack.com/services/$',
    ({ upper, letters }) => `T${upper(8)}/B${upper(8)}/${letters(24)}`,
  ),
  token('Discord bot', ({ letters, words }) => `M${letters(25)}.${letters(6)}.${words(38)}`),
  around(
    'address',
    'Discord webhook',
    'https://discord.com/api/webhooks/$',
    ({ digits, words }) => `${digits(18)}/${words(68)}`,
  ),
  token('Telegram bot', ({ digits, words }) => `${digits(10)}:AA${words(32)}x`),
  around(
    'address',
    'Teams webhook',
    'https://me.webhook.office.com/webhookb2/$',
    ({ uuid, hex }) => `${uuid()}@${uuid()}/IncomingWebhook/${hex(32)}/${uuid()}`,
  ),
  token('Twilio key', ({ hex }) => `SK${hex(32)}`),
  named('Twilio auth token', 'TWILIO_AUTH_TOKEN=$', ({ hex }) => hex(32)),
];

const payment: SecretFormat[] = [
  ...['sk_live', 'sk_test', 'rk_live', 'rk_test'].map((begins) =>
    token(`Stripe ${begins}`, ({ letters }) => `${begins}_${letters(24)}`),
  ),
  token('Stripe webhook', ({ letters }) => `whsec_${letters(32)}`),
  token('Square', ({ words }) => `sq0atp-${words(22)}`),
  token('Square, new', ({ words }) => `EAAA${words(60)}`),
  token('Square OAuth', ({ words }) => `sq0csp-${words(43)}`),
  token('Braintree', ({ lower, hex }) => `access_token$production$${lower(16)}$${hex(32)}`),
  named('PayPal', 'PAYPAL_CLIENT_SECRET=$', ({ words }) => `E${words(79)}`),
  token('Razorpay', ({ letters }) => `rzp_live_${letters(14)}`),
  configured('Razorpay secret', '"key_secret": "$"', ({ letters }) => letters(24)),
  ...['shpat', 'shpca', 'shppa', 'shpss'].map((begins) =>
    token(`Shopify ${begins}`, ({ hex }) => `${begins}_${hex(32)}`),
  ),
  token('Plaid', ({ uuid }) => `access-production-${uuid()}`),
  token('Flutterwave', ({ hex }) => `FLWSECK-${hex(32)}-X`),
];

const packages: SecretFormat[] = [
  token('npm', ({ letters }) => `npm_${letters(36)}`),
  around('file', '.npmrc', '//registry.example.com/:_authToken=$', ({ letters }) => letters(36)),
  around('file', '.npmrc, old', '_auth = "$"', ({ base64 }) => `${base64(38)}==`),
  around('file', '.npmrc password', '//registry.example.com/:_password=$', ({ base64 }) => `${base64(22)}==`),
  token('PyPI', ({ words }) => `pypi-AgEIcHlwaS5vcmc${words(150)}`),
  around('file', '.pypirc', '[pypi]\nusername = me\npassword = $', ({ password }) => password(18)),
  token('RubyGems', ({ hex }) => `rubygems_${hex(48)}`),
  token('NuGet', ({ lower }) => `oy2${lower(43)}`),
  around('file', 'NuGet.config', '<add key="ClearTextPassword" value="$" />', ({ password }) => password(20)),
  token('crates.io', ({ letters }) => `cio${letters(32)}`),
  token('Docker Hub', ({ words }) => `dckr_pat_${words(27)}`),
  around('file', 'Docker auth', '{"auths":{"r.example.com":{"auth":"$"}}}', ({ base64 }) => `${base64(30)}==`),
  token('JFrog key', ({ letters }) => `AKCp${letters(69)}`),
  token('JFrog reference token', ({ letters }) => `cmVmdGtu${letters(56)}`),
  token('Clojars', ({ hex }) => `CLOJARS_${hex(60)}`),
];

export const developerSecrets: readonly SecretFormat[] = [
  ...clouds,
  ...git,
  ...models,
  ...chat,
  ...payment,
  ...packages,
];
