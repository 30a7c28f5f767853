/**
 * No attacker is needed: settings of the user's checkout decide how its files look, and a fresh clone has none of them.
 * What the user has set for all repositories, it does have.
 */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attack,
  expectFixed,
  expectHeld,
  freshClonePasses,
  scriptFindings,
  scripts,
  scriptScenario,
} from '../support/attack.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { sandboxHere } from '../support/caged.ts';
import type { Sandbox } from '../support/sandbox.ts';

const cages = (await sandboxHere()) ? (['auto', 'off'] as const) : (['off'] as const);

/** How the checkout is made different, and a shell line that is true where that is seen. */
type Look = { make: (box: Sandbox) => void; seen: string };

const config =
  (key: string, value: string) =>
  (box: Sandbox): void =>
    void box.git('config', key, value);

const hasCr = (file: string): string => `grep -q "$(printf '\\r')" ${file}`;

/** Two lists, since some of them speak about the same. */
const looks: readonly Record<string, Look>[] = [
  {
    autocrlf: { make: config('core.autocrlf', 'true'), seen: hasCr('plain.txt') },
    symlinks: { make: config('core.symlinks', 'false'), seen: '[ ! -L link ]' },
    filemode: { make: config('core.fileMode', 'false'), seen: 'chmod +x data.txt && git diff --quiet' },
    'info-exclude': {
      make: (box) => box.write('.git/info/exclude', '*.log\n'),
      seen: 'touch left.log && [ -z "$(git status --porcelain)" ]',
    },
    'info-attributes': {
      make: (box) => box.write('.git/info/attributes', 'ident.txt ident\n'),
      seen: '! grep -qx "[$]Id[$]" ident.txt',
    },
    ignorecase: { make: config('core.ignoreCase', 'true'), seen: '[ "$(git config core.ignorecase)" = true ]' },
    sparse: {
      make: (box) => void box.git('sparse-checkout', 'set', '--no-cone', '/*', '!/far/'),
      seen: '[ ! -e far/away.txt ]',
    },
  },
  {
    eol: { make: config('core.eol', 'crlf'), seen: hasCr('text.txt') },
    excludes: {
      make: (box) => (
        writeFileSync(join(box.outside, 'ignore'), '*.log\n'),
        config('core.excludesFile', join(box.outside, 'ignore'))(box)
      ),
      seen: 'touch left.log && [ -z "$(git status --porcelain)" ]',
    },
    attributes: {
      make: (box) => (
        writeFileSync(join(box.outside, 'attributes'), 'ident.txt ident\n'),
        config('core.attributesFile', join(box.outside, 'attributes'))(box)
      ),
      seen: '! grep -qx "[$]Id[$]" ident.txt',
    },
    filter: { make: config('filter.up.smudge', 'tr a-z A-Z'), seen: 'grep -q FILTERED filtered.txt' },
  },
];

const files = (names: readonly string[]): Record<string, string> => ({
  ...scripts(names),
  '.gitattributes': '*.sh -text\ntext.txt text\nfiltered.txt filter=up\n',
  'plain.txt': 'plain\n',
  'text.txt': 'text\n',
  'ident.txt': '$Id$\n',
  'filtered.txt': 'filtered\n',
  'far/away.txt': 'far\n',
});

const withLink = (box: Sandbox): void => {
  symlinkSync('data.txt', join(box.root, 'link'));
  box.commitAll('a link');
};

describe.each(cages)('how files look, sandbox: %s', (cage) => {
  it.each(looks.map((each) => [Object.keys(each).join(', '), each] as const))(
    '5.8 what the configuration of the checkout says counts in no proof: %s',
    (_, each) =>
      inSandbox(
        async (box) => {
          withLink(box);
          for (const { make } of Object.values(each)) make(box);
          const bodies = Object.entries(each).map(([name, { seen }]) => [
            name,
            `if ${seen}; then exit 0; fi\necho REACHED\nexit 1`,
          ]);
          const { report } = await attack(box, {
            findings: scriptFindings(Object.keys(each)),
            scenario: scriptScenario(Object.fromEntries(bodies)),
            verify: ['sh test.sh'],
            sandbox: cage,
          });
          expectHeld(report, ...Object.keys(each));
          expectFixed(report, 'honest');
          expect(freshClonePasses(box, report, ['sh test.sh'])).toBe(true);
        },
        files(Object.keys(each)),
      ),
  );

  it('5.8 what the user has set for all repositories does, and leaves the work tree clean', () =>
    inSandbox(
      async (box) => {
        withLink(box);
        box.git('config', '--global', 'core.autocrlf', 'true');
        box.git('config', '--global', 'core.attributesFile', join(box.home, 'attributes'));
        box.git('config', '--global', 'core.excludesFile', join(box.home, 'ignore'));
        writeFileSync(join(box.home, 'attributes'), 'ident.txt ident\n');
        writeFileSync(join(box.home, 'ignore'), '*.log\n');
        const names = ['global'];
        const { report } = await attack(box, {
          findings: scriptFindings(names),
          scenario: scriptScenario({
            global: [
              'set -e',
              hasCr('plain.txt'),
              '! grep -qx "[$]Id[$]" ident.txt',
              'touch left.log ident.txt plain.txt',
              '[ -z "$(git status --porcelain)" ]',
            ].join('\n'),
          }),
          verify: ['sh test.sh'],
          sandbox: cage,
        });
        expectFixed(report, 'honest', 'global');
      },
      files(['global']),
    ));
});
