/** A repository with two findings in it that tests dismiss, and the words of the command line for that. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Ended } from './fixpoint.ts';
import type { FindingInput, Sandbox } from './sandbox.ts';

export const loadSource = `import { read } from './read.ts';

export function load(name) {
  const code = read(name);
  return eval(code);
}

export function store(name, text) {
  check(name);
  write(name, text);
}
`;

export const dispositionFolder = '.fixpoint/dispositions';
export const evil: FindingInput = { code: 'BE-001', file: 'src/load.ts', line: 5, title: 'eval of code that was read' };
export const rash: FindingInput = { code: 'BE-002', file: 'src/load.ts', line: 10, title: 'writes without asking' };

/** What became of each finding, by its code. */
export const fixAll = async (
  box: Sandbox,
  findings: readonly FindingInput[],
): Promise<Record<string, { status: string; reason: string | undefined }>> => {
  const { report } = await box.report(['fix', '--from', box.findings(findings)]);
  return Object.fromEntries(report.findings.map(({ code, status, reason }) => [code, { status, reason }]));
};

export const refute = (box: Sandbox, ...ids: string[]): Promise<Ended> =>
  box.run(['dismiss', ...ids, '--as', 'refuted', '--reason', 'the code is ours']);

/** What becomes of a finding that `refute` dismissed. */
export const away = { status: 'dismissed', reason: 'refuted: the code is ours (Ada Tester <ada@example.com>)' };

/** The names of the files that are there. */
export const written = (box: Sandbox): string[] => readdirSync(join(box.root, dispositionFolder)).toSorted();
export const idsOf = (box: Sandbox): string[] => written(box).map((name) => name.slice(0, -'.yaml'.length));
