/**
 * What one agent or one patch leaves behind costs that attempt at most: the run goes on, and nothing is paid for twice
 * (4.9).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { findingOf } from '../support/accounted.ts';
import { type BadCase, goodF1, goodF2, inBothModes, inSandbox, runBadCase } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import { reportOf } from '../support/fixpoint.ts';
import type { Sandbox } from '../support/sandbox.ts';

/** In the workspace of the agent, after a good fix. */
const leaves = (run: string): Pick<BadCase, 'step'> => ({ step: { ...goodF1, run } });

describe('4.9 what an agent leaves in its workspace', () => {
  const cases: BadCase[] = [
    {
      name: '4.9 attributes that its files do not fit cost the attempt',
      ...leaves(`echo '*.txt working-tree-encoding=UTF-16' > .gitattributes`),
      result: 'agent-error',
      reason: /cannot be taken as a change.*UTF-16/s,
      also: ({ agent, report }) => {
        expect(agent.calls().filter(({ codes }) => codes.includes('F1'))).toHaveLength(1);
        expect(findingOf(report, 'F1').attempts).toHaveLength(1);
      },
    },
    {
      name: '4.9 attributes with an encoding that nobody knows',
      ...leaves(`echo '*.txt working-tree-encoding=KLINGON' > src/.gitattributes`),
      result: 'agent-error',
      reason: /cannot be taken as a change.*KLINGON/s,
    },
    {
      name: '4.9 attributes of the start that its own file does not fit',
      ...leaves(`printf 'odd' > src/new.utf16; echo '*.utf16 working-tree-encoding=UTF-16LE' > .gitattributes`),
      result: 'agent-error',
      reason: /cannot be taken as a change/,
    },
    {
      name: '4.9 control: attributes that fit do no harm',
      ...leaves(`echo '*.txt text working-tree-encoding=UTF-8' > .gitattributes`),
      result: 'accepted',
    },
    {
      name: '4.9 broken attributes',
      ...leaves(`printf '[attr]\\n!x y\\n"unclosed\\n\\000\\377' > .gitattributes`),
      result: 'accepted',
    },
    {
      name: '4.9 a pipe, a socket and a folder that nobody may read',
      ...leaves('mkfifo src/pipe; mkdir shut; touch shut/x; chmod 000 shut src/c.txt'),
      result: 'accepted',
    },
  ];
  test.each(inBothModes(cases))('$name', runBadCase);

  it('4.9 what a challenger leaves that cannot be read takes nothing from its answer', () =>
    inSandbox(async (sandbox) => {
      const { args, agent } = fixing(sandbox, {
        findings: [{ code: 'F1', file: 'src/a.txt', line: 1 }],
        scenario: { findings: { F1: goodF1 } },
        set: ['challenger.agents=["judge"]'],
      });
      const judge = fixing(sandbox, {
        findings: [{ code: 'F1', file: 'src/a.txt', line: 1 }],
        scenario: {
          challenge: { default: 95, run: `echo '*.txt working-tree-encoding=UTF-16' > .gitattributes; touch src/*` },
        },
        name: 'judge',
      });
      const settings = JSON.stringify({ kind: 'command', command: judge.agent.command });
      const { report } = await sandbox.report([...args, '--set', `agents.judge=${settings}`]);
      expect(report).toMatchObject({ status: 'clean', totals: { fixed: 1 } });
      expect(judge.agent.calls('challenge')).toHaveLength(1);
      expect(agent.calls('fix')).toHaveLength(1);
    }));
});

/** Whoever is not root is kept out by permissions. */
const nobody = 65_534;
const giveTo = (sandbox: Sandbox, uid: number): void =>
  void execFileSync('chown', ['-R', `${uid}:${uid}`, sandbox.folder]);

describe.runIf(process.getuid?.() === 0)('4.9 what an agent leaves in the folder of its call', () => {
  it.each([
    ['nothing (the control)', 'true'],
    [
      'a folder without permissions',
      'd=$(dirname "$FIXPOINT_ANSWER")/cache; mkdir -p $d/deep; touch $d/deep/x; chmod 000 $d/deep $d',
    ],
    [
      'a pipe and a link to a folder of somebody else',
      'd=$(dirname "$FIXPOINT_ANSWER"); mkfifo $d/pipe; ln -s "$HOME" $d/home',
    ],
    [
      'the folder itself without permissions',
      'd=$(dirname "$FIXPOINT_ANSWER"); mkdir $d/x; touch $d/x/y; (sleep 0.3; chmod 000 $d/x; chmod 500 $d) &',
    ],
  ])('4.9 %s', (_, run) =>
    inSandbox(async (sandbox) => {
      const { args, agent } = fixing(sandbox, {
        findings: [{ code: 'F1', file: 'src/a.txt', line: 1 }],
        scenario: { findings: { F1: { ...goodF1, run } } },
      });
      giveTo(sandbox, nobody);
      const ended = await sandbox.run([...args, '--json'], { uid: nobody });
      expect(reportOf(ended)).toMatchObject({ status: 'clean', totals: { fixed: 1 } });
      expect(agent.calls()).toHaveLength(1);
      const [left] = execFileSync('find', [sandbox.state, '-path', '*/scratch/*'], { encoding: 'utf8' }).split('\n');
      expect(left).toBe('');
    }),
  );
});

/** Runs what the file of F1 says, so that the fix of F1 decides what verification leaves. */
const runsTheFix = 'sh src/a.txt && ! grep -q BROKEN src/b.txt';
const junit = 'verify.junit=["out/*.xml"]';
const suite = '<testsuite name="s"><testcase name="t"/></testsuite>';

describe('5.2 reports of tests that cannot be read', () => {
  it.each([
    ['a report (the control)', `mkdir -p out; echo '${suite}' > out/a.xml`],
    ['larger than any report', `mkdir -p out; truncate -s 3G out/a.xml`],
    ['a pipe that nobody writes to', `mkdir -p out; mkfifo out/a.xml`],
    ['a link to what never ends', `mkdir -p out; ln -s /dev/zero out/a.xml`],
    ['a link to itself', `mkdir -p out; ln -s a.xml out/a.xml`],
    ['a folder', `mkdir -p out/a.xml`],
    ['thousands of them', `mkdir -p out; i=0; while [ $i -lt 12000 ]; do : > out/$i.xml; i=$((i+1)); done`],
    ['a folder of reports that leads away', `ln -s / out`],
    ['without permission', `mkdir -p out; echo '${suite}' > out/a.xml; chmod 000 out/a.xml`],
    ['in a folder without permission', `mkdir -p out; echo '${suite}' > out/a.xml; chmod 000 out`],
  ])('5.2 %s', (_, fix) =>
    inSandbox(
      async (sandbox) => {
        const { args, agent } = fixing(sandbox, {
          findings: [
            { code: 'F1', file: 'src/a.txt', line: 1 },
            { code: 'F2', file: 'src/b.txt', line: 1 },
          ],
          scenario: { findings: { F1: { edits: [{ file: 'src/a.txt', write: `${fix}\n` }] }, F2: goodF2 } },
          verify: runsTheFix,
          set: [junit],
        });
        const uid = process.getuid?.() === 0 ? nobody : undefined;
        if (uid !== undefined) giveTo(sandbox, uid);
        const ended = await sandbox.run([...args, '--json'], uid === undefined ? {} : { uid });
        // Whatever is there instead of a report: the exit code of the command still counts.
        expect(reportOf(ended)).toMatchObject({ status: 'clean', totals: { fixed: 2 } });
        expect(agent.calls()).toHaveLength(2);
      },
      { 'src/a.txt': 'true\n', 'src/b.txt': 'bad b\n' },
    ),
  );

  it('5.2 one that cannot be read beside a good one: nothing is known about single tests', () =>
    inSandbox(
      async (sandbox) => {
        // At the start one test fails; the fix hides a second failure behind a report that nobody can read.
        const good = `<testsuite name="s"><testcase name="known"><failure/></testcase></testsuite>`;
        const { args } = fixing(sandbox, {
          findings: [{ code: 'F1', file: 'src/a.txt', line: 1 }],
          scenario: {
            findings: {
              F1: {
                edits: [
                  {
                    file: 'src/a.txt',
                    write: `mkdir -p out; echo '${good}' > out/a.xml; truncate -s 3G out/b.xml; exit 1\n`,
                  },
                ],
              },
            },
          },
          verify: 'sh src/a.txt',
          set: [junit, 'limits.cycles=1'],
        });
        const { report } = await sandbox.report(args);
        expect(findingOf(report, 'F1')).toMatchObject({
          status: 'blocked',
          attempts: expect.arrayContaining([expect.objectContaining({ result: 'refused', gate: 'verify' })]),
        });
      },
      {
        'src/a.txt': `mkdir -p out; echo '<testsuite name="s"><testcase name="known"><failure/></testcase><testcase name="other"/></testsuite>' > out/a.xml; exit 1\n`,
      },
    ));
});

describe('4.9 a run whose folders were made unusable', () => {
  it('4.9 leaves nothing behind that a later run stumbles over', () =>
    inSandbox(async (sandbox) => {
      mkdirSync(join(sandbox.scratch, 'x'));
      const { args } = fixing(sandbox, {
        findings: [{ code: 'F1', file: 'src/a.txt', line: 1 }],
        scenario: {
          findings: { F1: { ...goodF1, run: `echo '*.txt working-tree-encoding=UTF-16' > .gitattributes` } },
        },
        set: ['limits.cycles=1'],
      });
      const first = await sandbox.report(args);
      expect(first.report).toMatchObject({ status: 'leftovers', totals: { blocked: 1 } });
      const { args: again } = fixing(sandbox, {
        findings: [{ code: 'F1', file: 'src/a.txt', line: 1 }],
        scenario: { findings: { F1: goodF1 } },
        name: 'good',
      });
      expect((await sandbox.report(again)).report).toMatchObject({ status: 'clean' });
    }));
});
