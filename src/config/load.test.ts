import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, type ConfigProblem } from './error.ts';
import { type LoadOptions, loadConfig } from './load.ts';
import { formatNames } from './sections/reviewing.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fixpoint-config-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const write = (text: string | Uint8Array, name = 'fixpoint.yaml'): void => writeFileSync(join(root, name), text);
const load = (options: Partial<LoadOptions> = {}) => loadConfig({ root, ...options });

const problems = async (options: Partial<LoadOptions> = {}): Promise<readonly ConfigProblem[]> => {
  const error: unknown = await load(options).catch((cause: unknown) => cause);
  if (!(error instanceof ConfigError)) throw new Error(`a ConfigError was expected, not ${String(error)}`);
  for (const { place } of error.problems) expect(error.message).toContain(place);
  return error.problems;
};

/** Of a file with this text; one line for each problem. */
const complaints = async (text: string): Promise<string[]> => {
  write(text);
  return (await problems()).map(
    ({ place, message, suggestion }) => `${place}: ${message}${suggestion ? ` (${suggestion})` : ''}`,
  );
};

describe('4.17 fix.agent and fix.agents', () => {
  const both = { message: 'fix.agent is set as well' };
  const env = (key: string, value: string) => ({ env: { [`FIXPOINT_SET_FIX__${key}`]: value } });

  it('4.17 of two layers, the higher one has the word', async () => {
    write('preset: ralph\nfix: { agents: [codex, claude] }\n');
    const fixers = async (options: Partial<LoadOptions>) => {
      const { agent, agents } = (await load(options)).config.fix;
      return { agent, agents };
    };
    expect(await fixers({})).toEqual({ agent: undefined, agents: ['codex', 'claude'] });
    expect(await fixers(env('AGENT', 'gemini'))).toEqual({ agent: 'gemini', agents: undefined });
    expect(await fixers({ set: ['fix.agents=[gemini, codex]'] })).toEqual({ agents: ['gemini', 'codex'] });
    expect(await fixers({ ...env('AGENT', 'gemini'), set: ['fix.agents=[opencode]'] })).toEqual({
      agents: ['opencode'],
    });
    expect(await fixers({ ...env('AGENTS', '[codex]'), flags: { 'fix.agent': 'claude' } })).toEqual({
      agent: 'claude',
    });
    expect(await fixers({ set: ['fix={ agent: gemini }'] })).toEqual({ agent: 'gemini' });
    expect((await load(env('AGENT', 'gemini'))).sources).not.toHaveProperty('fix.agents');
  });

  it('4.17 in one layer they are an error, whichever layer it is', async () => {
    const set = ['fix.agent=claude', 'fix.agents=[codex]'];
    expect(await problems({ set })).toMatchObject([{ place: '--set fix.agents', ...both }]);
    expect(await problems({ set: set.toReversed() })).toMatchObject([both]);
    expect(await problems({ flags: { 'fix.agent': 'claude' }, set: set.slice(1) })).toMatchObject([both]);
    const variables = { FIXPOINT_SET_FIX__AGENT: 'claude', FIXPOINT_SET_FIX__AGENTS: '[codex]' };
    expect(await problems({ env: variables })).toMatchObject([both]);
  });
});

describe('order', () => {
  it('14 takes defaults where nothing is said', async () => {
    const { config, file, sources, warnings } = await load();
    expect(config.fix).toMatchObject({ concurrency: 4, mode: 'perFinding', levels: ['blocking'] });
    expect({ file, sources, warnings }).toEqual({ file: null, sources: {}, warnings: [] });
  });

  it('14 goes flag > environment > file > preset > default', async () => {
    write('preset: raven\nfix: { mode: perFinding, concurrency: 5, minSeverity: low, notes: file }\n');
    const env = { FIXPOINT_SET_FIX__MINSEVERITY: 'high', FIXPOINT_SET_FIX__NOTES: 'env' };
    const { config, sources } = await load({ env, flags: { 'fix.notes': 'flag' } });
    expect(config.fix).toMatchObject({
      mode: 'perFinding',
      concurrency: 5,
      minSeverity: 'high',
      notes: 'flag',
      levels: ['blocking', 'warning', 'suggestion'],
    });
    expect(config.limits).toMatchObject({ attemptsPerFinding: null, cycles: 3 });
    expect(sources).toMatchObject({
      'fix.notes': '--set fix.notes',
      'fix.minSeverity': 'FIXPOINT_SET_FIX__MINSEVERITY',
      'fix.concurrency': 'fixpoint.yaml:2:26',
      'fix.levels': 'preset raven',
    });
    expect(sources).not.toHaveProperty('review.concurrency');
  });

  it('14 takes the preset from the layer that wins', async () => {
    write('preset: raven\n');
    expect((await load()).config.findings.dedup).toBe('exact');
    expect((await load({ set: ['preset=default'] })).config.findings.dedup).toBe('fuzzy');
    expect((await load({ env: { FIXPOINT_SET_PRESET: 'default' } })).config.commit.per).toBe('finding');
  });

  it('14 gives raven as far as its keys exist', async () => {
    const { config } = await load({ flags: { preset: 'raven' } });
    expect(config).toMatchObject({
      findings: { dedup: 'exact' },
      fix: { mode: 'batch', levels: ['blocking', 'warning', 'suggestion'] },
      verify: { baseline: false },
      commit: { per: 'none' },
      limits: { cycles: 3, attemptsPerFinding: null },
    });
  });

  it('14 lets a file complete what an option began', async () => {
    write('agents: { house: { kind: command } }\nfix: { agent: house }\n');
    expect((await load({ set: ['agents.house.command=[a, b]'] })).config.agents['house']?.command).toEqual(['a', 'b']);
  });
});

describe('values as text', () => {
  it.each([
    ['fix.concurrency=8', { fix: { concurrency: 8 } }],
    ['fix.notes=8', { fix: { notes: '8' } }],
    ['fix.notes=#1: yes, [no', { fix: { notes: '#1: yes, [no' } }],
    ['fix.notes=', { fix: { notes: '' } }],
    ['fix.notes=a=b', { fix: { notes: 'a=b' } }],
    ['fix.levels=blocking,warning', { fix: { levels: ['blocking', 'warning'] } }],
    ['fix.levels=[warning]', { fix: { levels: ['warning'] } }],
    ['verify.commands=npm test, really', { verify: { commands: ['npm test, really'] } }],
    ['verify.commands=[npm test, [npm, run, lint]]', { verify: { commands: ['npm test', ['npm', 'run', 'lint']] } }],
    ['verify.baseline=false', { verify: { baseline: false } }],
    ['verify.timeout=90s', { verify: { timeout: 90_000 } }],
    ['verify.timeout=1500', { verify: { timeout: 1_500 } }],
    ['limits.attemptsPerFinding=null', { limits: { attemptsPerFinding: null } }],
  ])('14 reads --set %s', async (assignment, expected) => {
    expect((await load({ set: [assignment] })).config).toMatchObject(expected);
  });

  it('14 reaches into lists and names of people', async () => {
    write('agents: { House: { kind: command, command: x } }\nreviewers: [{ name: a, kind: tool, command: x }]\n');
    const env = {
      FIXPOINT_SET_AGENTS__HOUSE__TIMEOUT: '1m',
      FIXPOINT_SET_REVIEWERS__0__LEVEL: 'warning',
      FIXPOINT_SET_FIX__NOTES: '',
    };
    const { config } = await load({ env, set: ['reviewers.0.timeout=2m'] });
    expect(config.agents['House']?.timeout).toBe(60_000);
    expect(config.reviewers[0]).toMatchObject({ name: 'a', level: 'warning', timeout: 120_000 });
    expect(config.fix).not.toHaveProperty('notes');
  });

  it.each(['__proto__.x=1', 'agents.constructor.kind=x', 'agents={__proto__: {kind: command}}', 'fix.prototype=1'])(
    '14 refuses --set %s',
    async (assignment) => {
      expect(await problems({ set: [assignment] })).toEqual([
        { place: expect.stringContaining('--set'), message: 'this name is not allowed' },
      ]);
    },
  );

  it('14 names a key within the value of an assignment once', async () => {
    expect(await problems({ set: ['agents.command={kind: command, command: x, price: {in: 1}}'] })).toContainEqual(
      expect.objectContaining({ place: '--set agents.command.price.inputPerMTok' }),
    );
  });

  it('14 names the option, variable or assignment that is wrong', async () => {
    const env = { FIXPOINT_SET_FIX__CONCURENCY: '3', FIXPOINT_SET_FIX__MODE: 'bach', OTHER: 'x' };
    const found = await problems({
      env,
      set: ['nonsense', 'fix.mod=1', '=x'],
      flags: { 'fix.concurrency': 'many' },
      flagNames: { 'fix.concurrency': '--concurrency' },
    });
    expect(found).toEqual([
      {
        place: 'FIXPOINT_SET_FIX__CONCURENCY',
        message: 'there is no key fix.concurency',
        suggestion: 'did you mean fix.concurrency?',
      },
      { place: '--set nonsense', message: 'this has no value', suggestion: expect.stringContaining('--set key=value') },
      { place: '--set =x', message: 'this has no value', suggestion: expect.stringContaining('--set key=value') },
      {
        place: 'FIXPOINT_SET_FIX__MODE fix.mode',
        message: expect.stringContaining('perFinding, batch'),
        suggestion: 'did you mean batch?',
      },
      { place: '--concurrency fix.concurrency', message: 'must be a number; it is "many"' },
      { place: '--set fix.mod', message: 'there is no such key', suggestion: 'did you mean mode?' },
    ]);
  });
});

describe('problems', () => {
  it('14 reports every one at once, with its place and a suggestion', async () => {
    const text = `preset: raven
agents:
  house: { kind: command, command: ./a.sh }
  opus: { kind: claud, model: opus }
sandbox: maybe
gates: { growth: { fix: many }, allow: [test-skiped, tests, path:.github/**, "path:../x"] }
reviewers:
  - { name: types, kind: tool, command: x, format: eslnt }
  - { name: types, kind: tool, command: 3 }
fix: { agent: hous, concurency: 4, mode: delegate, concurrency: 100 }
verify:
  timeout: soon
  commands: ["", [" "]]
  env: ["A=b"]
limits: { usd: -5, cycles: -1 }
commit: { branch: a..b }
`;
    expect(await complaints(text)).toEqual([
      'fixpoint.yaml:4:11 agents.opus.kind: must be one of: command, claude, gemini, codex, opencode, acp; it is "claud" (did you mean claude?)',
      'fixpoint.yaml:5:1 sandbox: must be one of: auto, on, off; it is "maybe"',
      `fixpoint.yaml:8:44 reviewers[0].format: must be one of: ${formatNames.join(', ')}; it is "eslnt" (did you mean eslint?)`,
      'fixpoint.yaml:9:32 reviewers[1].command: must be a shell line or a list of arguments; it is 3',
      'fixpoint.yaml:10:36 fix.mode: must be one of: perFinding, batch, delegated; it is "delegate" (did you mean delegated?)',
      'fixpoint.yaml:10:52 fix.concurrency: must be at most 64; it is 100',
      'fixpoint.yaml:10:21 fix.concurency: there is no such key (did you mean concurrency?)',
      'fixpoint.yaml:13:14 verify.commands[0]: must be a command that is not empty; it is ""',
      'fixpoint.yaml:13:18 verify.commands[1]: must be a list of arguments that begins with a program; it is a list',
      'fixpoint.yaml:14:9 verify.env[0]: must be the name of an environment variable, without a value; it is "A=b"',
      'fixpoint.yaml:12:3 verify.timeout: must be a duration such as 90s, 15m or 2h; it is "soon"',
      'fixpoint.yaml:6:20 gates.growth.fix: must be a number; it is "many"',
      'fixpoint.yaml:15:20 limits.cycles: must be at least 0; it is -1',
      'fixpoint.yaml:15:11 limits.usd: must be more than 0; it is -5',
      'fixpoint.yaml:10:8 fix.agent: there is no agent "hous" (did you mean house?)',
      'fixpoint.yaml:9:7 reviewers[1].name: there are two reviewers named "types" (give each its own name)',
      'fixpoint.yaml:6:78 gates.allow[3]: this can match nothing: it is outside the repository (write it relative to the root of the repository)',
      'fixpoint.yaml:16:11 commit.branch: git does not allow this as the name of a branch (such as fixpoint/{run})',
      'fixpoint.yaml:6:41 gates.allow[0]: there is no gate or rule "test-skiped" (did you mean test-skipped?)',
    ]);
  });

  it('14 says when every key of the specification that is not there yet is used', async () => {
    const later = ['server', 'database'];
    const found = await complaints(later.map((key) => `${key}: {}\n`).join(''));
    expect(found).toHaveLength(later.length);
    for (const line of found) expect(line).toContain('not available in this version');
  });

  it('7.1 14 lists the gates and rules that there are when gates.allow names another', async () => {
    const [found = ''] = await complaints('gates: { allow: [whatever-i-like] }');
    expect(found).toContain(
      'gates.allow[0]: there is no gate or rule "whatever-i-like" (there are: tests, test-deleted',
    );
    expect(found).toContain('suppression-added');
    expect(found).toContain('path:GLOB');
    expect(await complaints('gates: { allow: [tests, runner-hooked, "path:.github/**", nope] }')).toHaveLength(1);
  });

  it('14 finds what an option hides', async () => {
    write('fix: { concurrency: many }\n');
    expect(await problems({ set: ['fix.concurrency=3'] })).toEqual([
      { place: 'fixpoint.yaml:1:8 fix.concurrency', message: 'must be a number; it is "many"' },
    ]);
  });

  it.each([
    ['fix: 3', 'fixpoint.yaml:1:1 fix: must be a section with keys; it is 3'],
    ['fix: []', 'fixpoint.yaml:1:1 fix: must be a section with keys; it is a list'],
    ['fix: { mode: }', 'fixpoint.yaml:1:8 fix.mode: must be one of: perFinding, batch, delegated; it has no value'],
    ['fix: { levels: all }', 'fixpoint.yaml:1:8 fix.levels: must be a list; it is "all" (a list looks like ["all"])'],
    ['fix: { levels: [] }', 'fixpoint.yaml:1:8 fix.levels: must have at least 1 entry; it is a list'],
    ['fix: { agent: claud }', 'fixpoint.yaml:1:8 fix.agent: there is no agent "claud" (did you mean claude?)'],
    ['fix: { agents: [] }', 'fixpoint.yaml:1:8 fix.agents: must have at least 1 entry; it is a list'],
    [
      'fix: { agents: [codex, claud] }',
      'fixpoint.yaml:1:24 fix.agents[1]: there is no agent "claud" (did you mean claude?)',
    ],
    [
      'fix: { agents: [autofix, claude] }',
      'fixpoint.yaml:1:17 fix.agents[0]: autofix is tried first anyway (leave it out)',
    ],
    [
      'fix: { agent: claude, agents: [codex] }',
      'fixpoint.yaml:1:23 fix.agents: fix.agent is set as well (keep one of them: fix.agent for one agent, fix.agents for a ladder)',
    ],
    [
      'agents: { a: { kind: command } }',
      'fixpoint.yaml:1:11 agents.a.command: kind command needs a command (such as ["./my-agent", "--fast"])',
    ],
    [
      'agents: { a: { kind: gemini, command: "npx gemini" } }',
      'fixpoint.yaml:1:30 agents.a.command: an argument list is needed here (such as ["npx", "gemini"])',
    ],
    [
      'agents: { a: { kind: command, command: x, model: m } }',
      'fixpoint.yaml:1:43 agents.a.model: kind command does not know this (put it into its command)',
    ],
    [
      'agents: { a: { kind: claude, fallback: gemin } }',
      'fixpoint.yaml:1:30 agents.a.fallback: there is no agent "gemin" (did you mean gemini?)',
    ],
    [
      'agents: { a: { kind: claude, fallback: a } }',
      'fixpoint.yaml:1:30 agents.a.fallback: this goes round in a circle (leave one of them without fallback)',
    ],
    [
      'agents: { autofix: { kind: command, command: x } }',
      'fixpoint.yaml:1:11 agents.autofix: autofix is built in and cannot be defined (choose another name)',
    ],
    [
      'agents: { "a\\nb": { kind: command, command: x } }',
      'fixpoint.yaml:1:11 agents.a\nb: this is not a name (use letters, digits, - and _)',
    ],
    [
      'verify: { timeout: 0s }',
      'fixpoint.yaml:1:11 verify.timeout: must be a duration between 1ms and 24d; it is "0s"',
    ],
    [
      'verify: { timeout: 30d }',
      'fixpoint.yaml:1:11 verify.timeout: must be a duration between 1ms and 24d; it is "30d"',
    ],
    [
      'verify: { junit: [../x.xml] }',
      'fixpoint.yaml:1:19 verify.junit[0]: this can match nothing: it is outside the repository (write it relative to the root of the repository)',
    ],
    [
      'commit: { branch: "fix/{date}" }',
      'fixpoint.yaml:1:11 commit.branch: {date} does not stand for anything; only {run} does (such as fixpoint/{run})',
    ],
    ['clarify: { agent: claud }', 'fixpoint.yaml:1:12 clarify.agent: there is no agent "claud" (did you mean claude?)'],
    [
      'plan: { agent: autofix }',
      'fixpoint.yaml:1:9 plan.agent: autofix only applies machine-made edits (name an agent with a model)',
    ],
    [
      'reviewers: [{ name: a, kind: agent, agent: gemin }]',
      'fixpoint.yaml:1:37 reviewers[0].agent: there is no agent "gemin" (did you mean gemini?)',
    ],
    [
      'reviewers: [{ name: a, kind: agent, command: x }]',
      'fixpoint.yaml:1:37 reviewers[0].command: there is no such key (known here: name, kind, agent, skill, level, languages, paths)',
    ],
    [
      'challenger: { agents: [claude, gemin] }',
      'fixpoint.yaml:1:32 challenger.agents[1]: there is no agent "gemin" (did you mean gemini?)',
    ],
    [
      'challenger: { agents: [claude, claude] }',
      'fixpoint.yaml:1:32 challenger.agents[1]: claude is named twice (each of them votes once)',
    ],
    ['challenger: { threshold: 0 }', 'fixpoint.yaml:1:15 challenger.threshold: must be at least 1; it is 0'],
    [
      'justification: { phrases: [no] }',
      'fixpoint.yaml:1:28 justification.phrases[0]: must have at least 3 characters; it is "no"',
    ],
    [
      'review: { spec: ../specs }',
      'fixpoint.yaml:1:11 review.spec: this is outside the repository (name a folder below its root, such as specs)',
    ],
    [
      'preset: ralp',
      'fixpoint.yaml:1:1 preset: must be one of: default, raven, turbowrap, ralph, unified, accountability; ' +
        'it is "ralp" (did you mean ralph?)',
    ],
    ['fixe: {}', 'fixpoint.yaml:1:1 fixe: there is no such key (did you mean fix?)'],
    ['xyz: {}', expect.stringContaining('known here: preset, agents')],
    ['[1, 2]', 'fixpoint.yaml:1:1: this must be a section with keys (such as fix: { concurrency: 8 })'],
    ['hello', 'fixpoint.yaml:1:1: this must be a section with keys (such as fix: { concurrency: 8 })'],
  ])('14 refuses %j', async (text, complaint) => {
    expect(await complaints(text)).toEqual([complaint]);
  });
});

describe('warnings', () => {
  it('14 come with their place', async () => {
    write('commit: { branch: fixes }');
    expect((await load()).warnings).toEqual([
      { place: 'fixpoint.yaml:1:11 commit.branch', message: expect.stringContaining('same branch') },
    ]);
  });
});

describe('the file', () => {
  it.each(['', '# nothing\n', '---\n', 'fix:\nreviewers:\nagents: # none\n', '\uFEFFfix: { concurrency: 3 }'])(
    '14 accepts %j',
    async (text) => {
      write(text);
      expect((await load()).file).toBe(join(root, 'fixpoint.yaml'));
    },
  );

  it('14 reads fixpoint.yml, UTF-16, anchors and a file that is named', async () => {
    write('fix: { concurrency: 3 }', 'fixpoint.yml');
    expect((await load()).config.fix.concurrency).toBe(3);
    write(Buffer.from('\uFEFFx: &x { concurrency: 5 }\nfix: *x', 'utf16le'), 'other.yaml');
    expect((await problems({ file: join(root, 'other.yaml') }))[0]?.place).toBe('other.yaml:1:1 x');
    write('verify: { setup: &c [npm ci], commands: *c }', 'other.yaml');
    expect((await load({ file: join(root, 'other.yaml') })).config.verify.commands).toEqual(['npm ci']);
  });

  it('14 refuses alias bombs, huge files and bytes that are no text', async () => {
    const bomb = Array.from(
      { length: 20 },
      (_, n) => `k${n}: &a${n} [${n === 0 ? 'x' : `*a${n - 1}, *a${n - 1}, *a${n - 1}`}]`,
    ).join('\n');
    expect(await complaints(bomb)).toEqual(['fixpoint.yaml: this cannot be read: it has more than 100 aliases']);
    write(Buffer.alloc(2_000_000, '#'));
    expect((await problems())[0]?.message).toContain('larger than 1 MB');
    write(Buffer.from([0xc3, 0x28]));
    expect((await problems())[0]?.message).toContain('not UTF-8');
  });

  it('14 refuses a folder, a dangling link, two files, and a named file that is not there', async () => {
    mkdirSync(join(root, 'fixpoint.yaml'));
    expect((await problems())[0]?.message).toContain('a folder');
    rmSync(join(root, 'fixpoint.yaml'), { recursive: true });
    symlinkSync('gone.yaml', join(root, 'fixpoint.yaml'));
    expect((await problems())[0]?.message).toContain('symbolic link');
    write('', 'gone.yaml');
    write('', 'fixpoint.yml');
    expect((await problems())[0]?.message).toContain('also a fixpoint.yml');
    expect(await problems({ file: join(root, 'missing.yaml') })).toEqual([
      { place: 'missing.yaml', message: 'there is no such file' },
    ]);
  });
});
