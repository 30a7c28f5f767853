/**
 * Plans through the command line: written, edited as a person would, carried out as they are, and corrected aloud where
 * they cannot be.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readJournal } from '../../scripts/crash/journal.ts';
import { FixTodo, MasterTodo } from '../../src/model/todo.ts';
import type { Scenario, ScriptedAgent, ScriptedPlan } from '../fakes/scripted.ts';
import { expectAccounted, findingOf } from '../support/accounted.ts';
import { artifact } from '../support/artifacts.ts';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';
import { reportOf } from '../support/fixpoint.ts';
import { changeSince, judging } from '../support/judging.ts';
import { manifestOf } from '../support/manifest.ts';
import type { FindingInput, Sandbox } from '../support/sandbox.ts';

const files = {
  'src/a.txt': 'bad one\nbad two\n',
  'src/b.txt': 'bad b\n',
  'src/c.txt': 'bad c\n',
  'src/d.txt': 'bad d\n',
};
const findings: FindingInput[] = [
  { code: 'A1', file: 'src/a.txt', line: 1 },
  { code: 'A2', file: 'src/a.txt', line: 2 },
  { code: 'B', file: 'src/b.txt', line: 1 },
  { code: 'C', file: 'src/c.txt', line: 1 },
  { code: 'D', file: 'src/d.txt', line: 1 },
];
const good: Scenario['findings'] = {
  A1: { edits: [{ file: 'src/a.txt', find: 'bad one', replace: 'good one' }] },
  A2: { edits: [{ file: 'src/a.txt', find: 'bad two', replace: 'good two' }] },
  B: { edits: [{ file: 'src/b.txt', find: 'bad', replace: 'good' }], call: { sleepMs: 300 } },
  C: { edits: [{ file: 'src/c.txt', find: 'bad', replace: 'good' }] },
  D: { edits: [{ file: 'src/d.txt', find: 'bad', replace: 'good' }] },
};

type Planning = { agent: ScriptedAgent; plan: string[]; fix: (...more: string[]) => string[] };

/** `fixpoint plan` of the findings, and `fixpoint fix` with the same settings. */
const planning = (sandbox: Sandbox, plan: ScriptedPlan = {}, ...set: string[]): Planning => {
  const { agent, args } = fixing(sandbox, { findings, scenario: { findings: good, plan }, set });
  const verify = args.indexOf('--verify');
  return { agent, plan: ['plan', ...args.slice(1, verify)], fix: (...more) => ['fix', ...more, ...args.slice(3)] };
};

const byAgent = 'plan.agent=scripted';

const masterIn = (folder: string): MasterTodo =>
  MasterTodo.parse(JSON.parse(readFileSync(join(folder, 'master_todo.json'), 'utf8')));

const todoIn = (folder: string, code: string): FixTodo =>
  FixTodo.parse(JSON.parse(readFileSync(join(folder, `fix_todo_${code}.json`), 'utf8')));

const write = (folder: string, name: string, content: unknown): void =>
  writeFileSync(join(folder, name), JSON.stringify(content, null, 2));

const codesIn = ({ execution_steps: steps }: MasterTodo): string[][] =>
  steps.map(({ issues }) => issues.map(({ code }) => code));

const issue = (code: string) => ({ code, todo_file: `fix_todo_${code}.json`, agent_type: 'fixer-single' });

/** What began and what was over by then, in the order of the journal. */
const courseOf = ({ folder }: Sandbox): string[] => {
  const { events } = readJournal(folder);
  const admitted = events.flatMap((event) => (event.type === 'findings.admitted' ? event.findings : []));
  const codes = new Map(admitted.map(({ id, code }) => [id, code]));
  const units = events.flatMap((event) => (event.type === 'step.started' ? event.units : []));
  const named = new Map(units.map(({ unit, findings: ids }) => [unit, ids.map((id) => codes.get(id)).join('+')]));
  return events.flatMap((event) => {
    if (event.type === 'attempt.started') return [named.get(event.unit) ?? ''];
    return event.type === 'step.finished' ? ['|'] : [];
  });
};

const exceptGit = (path: string): boolean => path === '.git';

describe('3.2, 3.6 a plan', () => {
  it('T14 3.3 is written without an agent, edited by a person, and carried out exactly like that', () =>
    inSandbox(async (sandbox) => {
      const { agent, plan, fix } = planning(sandbox);
      const stateOfRepository = () => ({
        heads: sandbox.git('for-each-ref', 'refs/heads'),
        files: manifestOf(sandbox.root, exceptGit),
      });
      const before = stateOfRepository();
      const folder = join(sandbox.scratch, 'plan');
      const made = await sandbox.report([...plan, '-o', folder]);
      expect(made.ended.code, made.ended.stderr).toBe(0);
      expect(made.report).toMatchObject({
        branch: null,
        fixesApplied: false,
        plan: { by: 'computed', steps: 2, corrections: [] },
      });
      expect(made.report.totals).toMatchObject({ total: 5, fixed: 0, open: 0 });
      expect(agent.calls()).toEqual([]);
      expect(stateOfRepository()).toEqual(before);
      const master = masterIn(folder);
      expect(master).toEqual({
        session_id: made.report.run,
        branch_name: `fixpoint/${made.report.run}`,
        execution_steps: [
          {
            step: 1,
            reason: 'Issues on different files - can run in parallel',
            issues: ['A1', 'B', 'C', 'D'].map(issue),
          },
          { step: 2, reason: 'Issues on same file - must run after step 1', issues: [issue('A2')] },
        ],
        summary: { total_issues: 5, total_steps: 2 },
      });
      const { finding, ...todo } = todoIn(folder, 'A2');
      expect(todo).toEqual({
        issue_code: 'A2',
        issue_id: finding?.id,
        file: 'src/a.txt',
        line: 2,
        title: 'problem A2',
        clarifications: [],
        context: {
          file_content_snippet: 'bad one\nbad two\n',
          related_files: [],
          existing_patterns: [],
        },
        plan: { approach: 'patch', steps: [], estimated_lines_changed: 0, risks: [], verification: '' },
      });
      expect(artifact(sandbox.state, made.report.run, 'plan/master_todo.json')).toBe(
        readFileSync(join(folder, 'master_todo.json'), 'utf8'),
      );

      // Another order, C taken out, two of one file side by side, somebody that nobody knows; numbers count, not the
      // order in the file.
      const steps = [
        { step: 7, reason: 'then the rest', issues: ['A2', 'A1', 'X404'].map(issue) },
        { step: 3, reason: 'these first', issues: ['D', 'B'].map(issue) },
      ];
      write(folder, 'master_todo.json', { ...master, execution_steps: steps });
      const edited = todoIn(folder, 'B');
      write(folder, 'fix_todo_B.json', {
        ...edited,
        title: 'The third word is bad',
        clarifications: [{ question: 'How?', answer: 'Keep the letter.' }],
        plan: { ...edited.plan, steps: ['Look at the line.', 'Replace one word.'] },
      });
      const moved = join(sandbox.scratch, 'moved');
      mkdirSync(moved);
      for (const name of readdirSync(folder)) writeFileSync(join(moved, name), readFileSync(join(folder, name)));
      const dry = await sandbox.run([...fix('--plan', join(moved, 'master_todo.json')), '--dry-run']);
      expect(dry.code, dry.stderr).toBe(0);
      for (const part of ['The third word is bad', 'Replace one word.', 'Keep the letter.'])
        expect(dry.stdout).toContain(part);
      expect(agent.calls()).toEqual([]);

      const ended = await sandbox.run(fix('--plan', join(moved, 'master_todo.json')));
      expect(ended.code, ended.stderr).toBe(0);
      const report = reportOf(await sandbox.run(['report', '--json']));
      expectAccounted(report, sandbox);
      expect(report.findings.map(({ code, status }) => [code, status])).toEqual(
        expect.arrayContaining(['A1', 'A2', 'B', 'D'].map((code) => [code, 'fixed'])),
      );
      expect(report.totals.total).toBe(4);
      expect(report.plan).toMatchObject({ by: 'file', file: 'plan/master_todo.json' });
      expect(artifact(sandbox.state, report.run, 'plan/master_todo.json')).toBe(
        readFileSync(join(moved, 'master_todo.json'), 'utf8'),
      );
      expect(courseOf(sandbox)).toEqual(['D', 'B', '|', 'A2', '|', 'A1', '|']);
      const [call] = agent.calls('fix').filter(({ codes }) => codes.includes('B'));
      for (const part of ['The third word is bad', 'Look at the line.', 'Replace one word.', 'Keep the letter.'])
        expect(call?.prompt).toContain(part);
      expect(call?.input).toMatchObject({
        todo: { B: { title: 'The third word is bad', plan: { steps: ['Look at the line.', 'Replace one word.'] } } },
      });
      expect(
        agent
          .calls('fix')
          .filter(({ codes }) => !codes.includes('B'))
          .map(({ prompt }) => prompt)
          .join(),
      ).not.toContain('Keep the letter.');
      const corrections = [
        'step 2 of the plan names "X404", which is not a finding here: left out',
        'A1 is about the same file as A2 (src/a.txt): moved to step 3',
      ];
      expect(report.plan).toEqual({ by: 'file', steps: 3, corrections, file: 'plan/master_todo.json' });
      expect(report.problems.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^fix_todo_X404\.json is not there/),
      ]);
      const markdown = (await sandbox.run(['report', '--format', 'markdown'])).stdout;
      for (const correction of corrections) {
        expect(ended.stderr + ended.stdout).toContain(correction);
        expect(markdown.replaceAll('\\', '')).toContain(correction);
      }
      expect(sandbox.git('log', '--reverse', '--format=%s', `${report.start}..${report.head}`).split('\n')).toEqual([
        'fix(review): import - D - problem D',
        'fix(review): import - B - The third word is bad',
        'fix(review): import - A2 - problem A2',
        'fix(review): import - A1 - problem A1',
      ]);
    }, files));

  it('that is broken is one clear error, and nothing is created', () =>
    inSandbox(async (sandbox) => {
      const { agent, fix } = planning(sandbox);
      const refs = sandbox.git('for-each-ref');
      const broken: [string, string | null, RegExp][] = [
        ['missing.json', null, /missing\.json.*not|no such/i],
        ['cut.json', '{ "execution_steps": [', /cut\.json is not JSON: .*Correct it, or plan again\.$/],
        [
          'other.json',
          '{ "findings": [] }',
          /other\.json holds no plan: it has no list "execution_steps".*`fixpoint plan` writes one/,
        ],
        ['empty.json', '{ "execution_steps": [] }', /empty\.json holds no plan: it has no execution_steps/],
      ];
      for (const [name, text, message] of broken) {
        const file = join(sandbox.scratch, name);
        if (text !== null) writeFileSync(file, text);
        const { code, stdout, stderr } = await sandbox.run(fix('--plan', file));
        expect({ code, stdout, lines: stderr.trim().split('\n').length }, `${name}: ${stderr}`).toEqual({
          code: 1,
          stdout: '',
          lines: 1,
        });
        expect(stderr.trim()).toMatch(message);
      }
      expect(agent.calls()).toEqual([]);
      expect(readJournal(sandbox.folder).runs).toEqual([]);
      expect(sandbox.git('for-each-ref')).toBe(refs);
    }, files));
});

describe('3.2 a plan by an agent', () => {
  const wanted: {
    name: string;
    answer: ScriptedPlan;
    steps: string[][];
    by: 'agent' | 'computed';
    corrections: unknown[];
  }[] = [
    {
      name: 'names what nobody found, puts two of one file side by side, and forgets one',
      answer: {
        steps: [
          ['B', 'NOBODY'],
          ['A2', 'A1', 'C'],
        ],
      },
      steps: [['B'], ['A2', 'C'], ['A1'], ['D']],
      by: 'agent',
      corrections: [
        'step 1 of the plan names "NOBODY", which is not a finding here: left out',
        'A1 is about the same file as A2 (src/a.txt): moved to step 3',
        'D was forgotten: added in step 4',
      ],
    },
    {
      name: 'is no plan at all',
      answer: { text: 'I would begin with the easy ones.', answer: 'stdout' },
      steps: [['A1', 'B', 'C', 'D'], ['A2']],
      by: 'computed',
      corrections: [expect.stringMatching(/^scripted gave no plan that can be used \(.+\): the steps are computed$/)],
    },
    {
      name: 'crashes',
      answer: { exit: 1, stderr: 'out of ideas', answer: 'silent' },
      steps: [['A1', 'B', 'C', 'D'], ['A2']],
      by: 'computed',
      corrections: [
        expect.stringMatching(/^scripted gave no plan that can be used \(.*out of ideas.*\): the steps are computed$/s),
      ],
    },
  ];

  it('3.3 is corrected, or computed in its place, and it is said which', () =>
    inSandbox(async (sandbox) => {
      for (const { name, answer, steps, by, corrections } of wanted) {
        const { plan } = planning(sandbox, answer, byAgent);
        const folder = join(sandbox.scratch, name);
        const { ended, report } = await sandbox.report([...plan, '-o', folder]);
        expect(ended.code, `${name}: ${ended.stderr}`).toBe(0);
        expect({ steps: codesIn(masterIn(folder)), plan: report.plan }, name).toEqual({
          steps,
          plan: { by, steps: steps.length, corrections, file: 'plan/master_todo.json' },
        });
        for (const correction of report.plan?.corrections ?? [])
          expect(ended.stderr, name).toContain(correction.split('\n')[0]);
        expect(report.stages).toMatchObject({ plan: { calls: 1 }, fix: { calls: 0 } });
      }
    }, files));

  it('3.3, 3.4 is kept to: a step begins when the one before it is done, and each fixer gets its own part', () =>
    inSandbox(async (sandbox) => {
      const todo = {
        related_files: [{ path: 'src/c.txt', reason: 'says the same' }],
        existing_patterns: ['Files hold good words.'],
        plan: {
          approach: 'refactor',
          steps: ['Turn it around.'],
          estimated_lines_changed: 2,
          risks: ['It may hurt.'],
          verification: 'Read it.',
        },
      };
      const answer: ScriptedPlan = {
        steps: [{ reason: 'B decides', issues: ['B'] }, ['D', 'A1', 'C'], ['A2']],
        todos: { B: todo },
      };
      const { agent, fix } = planning(sandbox, answer, byAgent);
      const { ended, report } = await sandbox.report(
        fix('--from', sandbox.findings(findings), '--notes', 'Mind the gap.'),
      );
      expect(ended.code, ended.stderr).toBe(0);
      expectAccounted(report, sandbox);
      expect(report).toMatchObject({ totals: { fixed: 5 }, plan: { by: 'agent', steps: 3, corrections: [] } });
      expect(courseOf(sandbox)).toEqual(['B', '|', 'D', 'A1', 'C', '|', 'A2', '|']);
      const written = JSON.parse(artifact(sandbox.state, report.run, 'plan/fix_todo_B.json'));
      expect(written).toMatchObject({
        context: { related_files: todo.related_files, existing_patterns: todo.existing_patterns },
        plan: todo.plan,
      });
      for (const { role, codes, prompt } of agent.calls()) {
        expect(prompt).toContain('Mind the gap.');
        if (role === 'fix') expect(prompt.includes('Turn it around.'), codes.join()).toBe(codes.includes('B'));
      }
      expect(findingOf(report, 'B').attempts).toHaveLength(1);
    }, files));

  it('3.6 is made of what reviewers find', () =>
    inSandbox(
      async (sandbox) => {
        changeSince(sandbox, { 'src/new.ts': 'bad();\n', 'src/old.ts': 'worse();\n' });
        const found = ['src/old.ts', 'src/new.ts'].map((file, n) => ({
          id: `BE-00${n + 1}`,
          severity: 'high',
          category: 'bug',
          title: `Bad call ${n + 1}`,
          description: 'It is bad.',
          file_path: file,
          line_start: 1,
        }));
        const { agent, args } = judging(sandbox, {
          scenario: { review: { findings: found }, plan: { steps: [['BE-002'], ['BE-001']] } },
          command: ['plan'],
          verify: null,
          set: [byAgent],
        });
        const folder = join(sandbox.scratch, 'plan');
        const { code, stdout, stderr } = await sandbox.run([...args, '-o', folder]);
        expect(code, stderr).toBe(0);
        expect(codesIn(masterIn(folder))).toEqual([['BE-002'], ['BE-001']]);
        expect(agent.calls().map(({ role }) => role)).toEqual(['review', 'plan']);
        expect(stdout).toContain(`fixpoint fix --plan ${folder}\n`);
        expect(sandbox.git('for-each-ref', 'refs/heads/fixpoint')).toBe('');
      },
      { 'README.md': 'A place to try things.\n' },
    ));
});
