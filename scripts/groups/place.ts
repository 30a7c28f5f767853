/** Makes the folder of one trial: a repository with real git, the findings, the agent, and the command that verifies. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import type { PlannedFix, Scenario } from './scenario.ts';

/** `none`: the key is not given, for a build that does not know it. */
export type Together = 'auto' | 'each' | 'none' | number;

export type Place = { folder: string; root: string; env: Record<string, string> };

export const environmentOf = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: join(folder, 'home'),
  XDG_STATE_HOME: join(folder, 'state'),
  XDG_CONFIG_HOME: join(folder, 'home/.config'),
  GIT_CONFIG_NOSYSTEM: '1',
  LC_ALL: 'C',
});

export const makePlace = (folder: string, of: Case, scenario: Scenario, together: Together): Place => {
  const root = join(folder, 'repo');
  const env = environmentOf(folder);
  for (const name of ['repo/src', 'home', 'state', 'runs']) mkdirSync(join(folder, name), { recursive: true });
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, env, stdio: 'ignore' });
  writeFileSync(join(folder, 'home/.gitconfig'), '[user]\n\tname = Ada Tester\n\temail = ada@example.com\n');
  for (const [file, text] of Object.entries(scenario.files)) writeFileSync(join(root, file), text);
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'start');
  writeFileSync(join(folder, 'runs/check.sh'), checkScript(scenario.flakyRuns));
  writeFileSync(join(folder, 'agent.sh'), agentScript);
  writeFileSync(join(folder, 'findings.json'), of.fixer === 'machine' ? withFixes(scenario) : withoutFixes(scenario));
  writeFileSync(join(folder, 'fixpoint.json'), configuration(folder, of, together));
  return { folder, root, env };
};

/** One attempt each, so that what is counted is the price of proving it. */
const configuration = (folder: string, of: Case, together: Together): string =>
  JSON.stringify({
    agents: { scripted: { kind: 'command', command: ['sh', `${folder}/agent.sh`] } },
    fix: {
      agent: of.fixer === 'machine' ? 'autofix' : 'scripted',
      ...(of.oneCall === true && { similar: 'together' }),
    },
    findings: { dedup: 'off' },
    verify: {
      commands: [['sh', `${folder}/runs/check.sh`, `${folder}/runs/log`]],
      needs: { writable: [`${folder}/runs`] },
      ...(together !== 'none' && { together }),
    },
    limits: { cycles: 1, attemptsPerFinding: 1 },
    leftovers: { to: 'none' },
  });

/**
 * Fails when the files hold a fix that is bad, both of a pair, or one half, and adds a line to the log: what it was run
 * for and what it said. It says nothing of what is wrong, so that nobody can go by its words. `probe`: a file was
 * broken on purpose, which Fixpoint does once where there is no cage.
 */
const checkScript = (flakyRuns: readonly number[]): string => `#!/bin/sh
said=$(awk '
  /broken on purpose/ { probe = 1 }
  /^done/ && $4 == "bad" { bad = 1 }
  /^done/ && $4 == "pair" && seen[$5]++ { bad = 1 }
  /^done/ && $4 == "half" { halves[$5]++ }
  END {
    for (number in halves) if (halves[number] != 2) bad = 1
    print probe ? "probe" : bad ? "failed" : "passed"
  }' src/*)
echo "$said" >>"$1"
${flakyRuns.length === 0 ? '' : `case ' ${flakyRuns.join(' ')} ' in *" $(($(wc -l <"$1"))) "*) said=flaky; echo flaky >>"$1.flaky" ;; esac`}
[ "$said" = passed ] || { echo 'the check fails'; exit 1; }
`;

/** Reads the prompt with the shell alone, makes the fixes that it is asked for, and answers. */
const agentScript = `#!/bin/sh
answers= changes=
while IFS= read -r text; do
  case $text in
    '## '*) answers="$answers,{\\"id\\":\\"\${text#'## '}\\",\\"outcome\\":\\"fixed\\",\\"explanation\\":\\"done\\"}" ;;
    'place: '*) file=\${text#'place: '}; line=\${file#*:}; file=\${file%%:*}; changes="$changes -e \${line%%[!0-9]*}s/^todo/done/" ;;
  esac
done
sed -i $changes "$file"
echo "{\\"outcomes\\":[\${answers#,}]}"
`;

const withoutFixes = ({ fixes }: Scenario): string =>
  JSON.stringify({
    summary: '',
    findings: fixes.map((fix) => ({
      id: `B${String(fix.n).padStart(4, '0')}`,
      severity: 'high',
      category: ruleOf(fix),
      title: fix.title,
      description: 'to be done',
      file: fix.file,
      line: fix.line,
    })),
  });

/** Findings of one rule in one file can share a call. */
const ruleOf = ({ n, nature }: PlannedFix): string => (nature.kind === 'half' ? `half-${nature.with}` : `rule-${n}`);

const withFixes = ({ fixes }: Scenario): string =>
  JSON.stringify({
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'todos' } }, columnKind: 'utf16CodeUnits', results: fixes.map(resultOf) }],
  });

const resultOf = (fix: PlannedFix): object => {
  const artifactLocation = { uri: fix.file };
  const region = { startLine: fix.line, startColumn: 1, endLine: fix.line, endColumn: 'todo'.length + 1 };
  const replacements = [{ deletedRegion: region, insertedContent: { text: 'done' } }];
  return {
    ruleId: ruleOf(fix),
    level: 'error',
    message: { text: fix.title },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    fixes: [{ description: { text: 'do it' }, artifactChanges: [{ artifactLocation, replacements }] }],
  };
};
