/** How codex is called. The real program is in test/contract. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { parse } from 'smol-toml';
import { afterEach, expect, it } from 'vitest';
import { agentRequest } from '../../../../test/support/agent-request.ts';
import { finding, inputOf } from '../../../../test/support/answer-client.ts';
import type { AgentRequest } from '../../../ports/agent.ts';
import type { CliPlace } from '../shared/driver.ts';
import { strictSchema } from './schema.ts';
import { settingArgs, type TomlValue } from './toml.ts';
import { codexDriver } from './codex.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const ask = (request: Partial<AgentRequest> = {}): AgentRequest =>
  agentRequest({ input: inputOf([finding(1)]), workspace: '/workspace', scratch: '/scratch', ...request });

const tableOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const call = (
  request: Partial<AgentRequest> = {},
  place: Partial<CliPlace> = {},
): ReturnType<typeof codexDriver.call> =>
  codexDriver.call(ask(request), { tools: null, environment: { HOME: '/nowhere' }, ...place });
/** The settings on a command line, as codex reads them. */
const settingsIn = (args: readonly string[]): Record<string, unknown> =>
  parse(args.flatMap((each, n) => (args[n - 1] === '-c' ? [each] : [])).join('\n'));
const homeWith = (config: string): string => {
  const home = mkdtempSync(join(tmpdir(), 'fixpoint-codex-'));
  folders.push(home);
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex/config.toml'), config);
  return home;
};

it.each([
  ['read', 'read-only'],
  ['edit', 'workspace-write'],
  ['full', 'danger-full-access'],
] as const)('4.7 keeps to access %s by its own sandbox, unless it runs in ours', (access, sandbox) => {
  const sandboxIn = (args: readonly string[]): string | undefined => args[args.indexOf('--sandbox') + 1];
  expect(sandboxIn(call({ access }).args)).toBe(sandbox);
  expect(sandboxIn(call({ access }, { caged: true }).args)).toBe('danger-full-access');
});

it('4.1 gives the prompt on standard input, and takes nothing but ids for sessions', () => {
  const id = '01a1e09e-f2ac-7e10-b1b5-97bfb10652e7';
  expect(call({ prompt: '--help' })).toMatchObject({
    stdin: '--help',
    args: expect.not.arrayContaining(['--help', 'resume']),
  });
  expect(call({ session: { id, used: {} } }).args.slice(-3)).toEqual(['resume', id, '-']);
  expect(call({ session: { id, used: {}, fork: true } }).args.slice(-3)).toEqual(['fork', id, '-']);
  expect(call({ session: { id: '--last', used: {} } }).args).not.toContain('--last');
  expect(call({}, { model: '-x' }).args).toContain('--model=-x');
});

it('takes the place of the model and the key from the environment', () => {
  const environment = { HOME: '/nowhere', OPENAI_BASE_URL: 'http://127.0.0.1:7/v1', OPENAI_API_KEY: 'sk-1' };
  const { args, needs } = call({}, { environment });
  expect(settingsIn(args)).toMatchObject({
    model_provider: 'fixpoint',
    model_providers: {
      fixpoint: { base_url: 'http://127.0.0.1:7/v1', env_key: 'OPENAI_API_KEY', request_max_retries: 0 },
    },
  });
  expect(args.join(' ')).not.toContain('sk-1');
  expect(needs).toEqual({
    hosts: ['127.0.0.1:7'],
    readable: [],
    writable: ['/nowhere/.codex/sessions', '/nowhere/.codex/auth.json'],
  });
});

it('uses the sign-in of the user otherwise', () => {
  const { args, needs } = call({}, { environment: { HOME: '/nowhere', OPENAI_API_KEY: 'sk' } });
  const { fixpoint } = tableOf(settingsIn(args)['model_providers']);
  expect(fixpoint).toMatchObject({ requires_openai_auth: true, stream_max_retries: 0 });
  expect(fixpoint).not.toHaveProperty('base_url');
  expect(needs.hosts).toContain('chatgpt.com');
});

it('4.11 keeps the provider of the user and his choice of model, shows no secret, and takes nothing else', () => {
  const home = homeWith(`
model = "mine-1"
model_provider = "my.own"
developer_instructions = "Be rude."
[mcp_servers.other]
command = "other"
[model_providers."my.own"]
name = "Mine"
base_url = "https://models.example:8443/v1"
wire_api = "responses"
experimental_bearer_token = "secret-token"
request_max_retries = 9
[model_providers."my.own".http_headers]
X-Key = "secret-header"
[model_providers.unused]
name = "Unused"
`);
  const { args, env, needs } = call({}, { environment: { HOME: home } });
  const settings = settingsIn(args);
  expect(settings).toMatchObject({ model: 'mine-1', model_provider: 'my.own' });
  expect(settings['model_providers']).toEqual({
    'my.own': {
      name: 'Mine',
      base_url: 'https://models.example:8443/v1',
      wire_api: 'responses',
      env_key: 'FIXPOINT_CODEX_TOKEN',
      env_http_headers: { 'X-Key': 'FIXPOINT_CODEX_HEADER_0' },
      request_max_retries: 0,
      stream_max_retries: 0,
      supports_websockets: false,
    },
  });
  expect(env).toMatchObject({ FIXPOINT_CODEX_TOKEN: 'secret-token', FIXPOINT_CODEX_HEADER_0: 'secret-header' });
  expect(needs.hosts).toEqual(['models.example:8443']);
  expect(args.join('\n')).not.toMatch(/secret-|rude|other|unused/i);
  const { exclude } = tableOf(settings['shell_environment_policy']);
  expect(exclude).toEqual(
    expect.arrayContaining(['OPENAI_API_KEY', 'FIXPOINT_CODEX_TOKEN', 'FIXPOINT_CODEX_HEADER_0', 'RUST_LOG']),
  );
});

it.each([
  ['settings that cannot be read', 'model = ', 1],
  ['odd ones', 'model_provider = 7\nmodel_providers = []\nopenai_base_url = false', 0],
])('goes on with %s', (_, config, problems) => {
  const made = call({}, { environment: { HOME: homeWith(config) } });
  expect(settingsIn(made.args)).toMatchObject({ model_provider: 'fixpoint' });
  expect(made.problems).toHaveLength(problems);
});

it('leaves a provider that codex has of itself as it is', () => {
  const home = homeWith('model_provider = "amazon-bedrock"\n[model_providers.amazon-bedrock.aws]\nprofile = "p"\n');
  expect(settingsIn(call({}, { environment: { HOME: home } }).args)).toMatchObject({
    model_provider: 'amazon-bedrock',
    model_providers: { 'amazon-bedrock': { aws: { profile: 'p' } } },
  });
});

it('4.4 asks for the form of the answer as its models can keep to it', () => {
  const properties = { id: { type: 'string' }, said: { type: 'string', default: '' }, sure: { type: 'number' } };
  const schema = {
    $schema: 'x',
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'object', properties, required: ['id'] } } },
  };
  const { args, files = {} } = call({ answerBy: 'schema', answerSchema: { ...schema, required: ['list'] } });
  expect(args).toContain('/scratch/codex-schema.json');
  expect(JSON.parse(files['codex-schema.json'] ?? '')).toEqual({
    type: 'object',
    properties: {
      list: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            said: { type: 'string' },
            sure: { anyOf: [{ type: 'number' }, { type: 'null' }] },
          },
          required: ['id', 'said', 'sure'],
          additionalProperties: false,
        },
      },
    },
    required: ['list'],
    additionalProperties: false,
  });
  expect(strictSchema({ type: 'object', enum: [{ default: 1 }] })).toEqual({
    type: 'object',
    enum: [{ default: 1 }],
    properties: {},
    required: [],
    additionalProperties: false,
  });
});

it('writes settings that are read as they were', () => {
  expect(settingArgs({ a: '\u007f' })).toEqual(['-c', 'a="\\u007f"']);
  const { value } = fc.letrec<{ value: TomlValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(value, (each) => {
      expect(parse(settingArgs({ a: each })[1] ?? '')['a']).toEqual(each);
    }),
    { numRuns: 500 },
  );
});
