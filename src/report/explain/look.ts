/** Commands with which a person sees for themselves what gates have seen. */
import type { Attempt } from '../../model/attempt.ts';
import type { Look } from '../../model/finding/explanation.ts';
import type { ReportFinding } from '../../model/finding/reported.ts';
import type { CommandResult } from '../../model/verification.ts';
import { shellWord } from '../../plain/shell-word.ts';
import { endWords } from './run-lines.ts';

/** Where things of an attempt lie. */
export type Traces = {
  /** Paths of artifacts. */
  patch?: string;
  prompt?: string;
  transcript?: string;
  /** The commit that its agent began from; null where the repository of the user does not have it. */
  base: string | null;
  /** Who was asked about it. */
  challengers: readonly { name: string; prompt?: string }[];
};

/** Made of letters that need no quotes, whatever the code of the finding is. */
const folderFor = (code: string, n: number): string =>
  `/tmp/look-at-${code.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40)}-${n}`;

const isRepeatable = ({ hook }: CommandResult): boolean => hook !== true;

const tryIt = (code: string, attempt: Attempt, patch: string, base: string): Look[] => {
  const folder = folderFor(code, attempt.n);
  const commands = (attempt.verification?.commands ?? []).filter(isRepeatable);
  return [
    {
      command: `git worktree add --detach ${folder} ${base.slice(0, 12)} && git -C ${folder} apply ${patch}`,
      why: 'the change on the code that it began from',
    },
    ...commands.map((each) => ({
      command: `(cd ${folder} && ${each.command})`,
      why: `here: ${endWords(each)}${attempt.group === undefined ? '' : `, with the fixes of group ${attempt.group}`}`,
    })),
    { command: `git worktree remove --force ${folder}`, why: 'takes it away again' },
  ];
};

const read = (path: string | undefined, why: string): Look[] =>
  path === undefined ? [] : [{ command: `less ${shellWord(path)}`, why }];

export const lookAtAttempt = (
  code: string,
  attempt: Attempt,
  { patch, prompt, transcript, base, challengers }: Traces,
): Look[] => [
  ...(patch === undefined ? [] : [{ command: `git apply --stat ${shellWord(patch)}`, why: 'what it changed' }]),
  ...read(patch, 'the change itself'),
  ...(patch === undefined || base === null ? [] : tryIt(code, attempt, shellWord(patch), base)),
  ...read(prompt, 'what the agent was asked'),
  ...read(transcript, 'what it did'),
  ...challengers.flatMap((each) => read(each.prompt, `what ${each.name} was shown to judge it`)),
];

export const lookAtFinding = (run: string, { commit, issue }: Pick<ReportFinding, 'commit' | 'issue'>): Look[] => [
  ...(commit === undefined ? [] : [{ command: `git show ${commit.slice(0, 12)}`, why: 'its fix' }]),
  ...(typeof issue?.url === 'string' ? [{ command: shellWord(issue.url), why: 'its issue' }] : []),
  { command: `fixpoint report ${run} --format html -o report.html`, why: 'the whole run' },
];
