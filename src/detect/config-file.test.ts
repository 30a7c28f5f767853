/** What `fixpoint init` writes can be read again, and says the same. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { json, project, usual } from '../../test/support/project.ts';
import { loadConfig } from '../config/load.ts';
import { configFile } from './config-file.ts';
import type { Finds } from './found.ts';

const load = async (text: string) => {
  const root = mkdtempSync(join(tmpdir(), 'fixpoint-config-'));
  try {
    writeFileSync(join(root, 'fixpoint.yaml'), text);
    return (await loadConfig({ root })).config;
  } finally {
    rmSync(root, { recursive: true });
  }
};

const alone = { why: 'no agent works here' };

const repositories: Readonly<Record<string, Finds>> = {
  nothing: project({}),
  npm: project({
    'package.json': json({ scripts: { test: 'a' }, devDependencies: { eslint: '9' } }),
    'package-lock.json': '',
    'eslint.config.js': '',
    'yarn.lock': '',
  }),
  python: project({ 'requirements.txt': 'pytest\nflake8\n', '.flake8': '', 'a.py': '' }),
  'strange names': project(
    { "a: b #'\n\u2028x/package.json": json({ scripts: { test: 'x' } }), 'b.sh': '' },
    `${usual} shellcheck`,
  ),
};

it.each(Object.entries(repositories))('13.3 14 init writes a configuration that can be read: %s', async (_, found) => {
  const config = await load(configFile({ ...found, agentReview: alone }));
  expect(config.verify.setup).toEqual(found.setup.map(({ command }) => command));
  expect(config.verify.commands).toEqual(found.verify.map(({ command }) => command));
  expect(config.reviewers).toMatchObject(
    found.reviewers.map(({ name, command, format }) => ({ name, kind: 'tool', command, format })),
  );
});

it('13.3 the agent reviews where it would without the file, and is a comment otherwise', async () => {
  const found = repositories['nothing'] ?? project({});
  const asked = await load(configFile({ ...found, agentReview: { by: 'claude' } }));
  expect(asked.reviewers).toMatchObject([{ name: 'unified', kind: 'agent' }]);
  expect(configFile({ ...found, agentReview: alone })).toMatch(/left out: no agent works here[^]*# - \{ name: unified/);
});
