/** What is put against a problem, and lets it through all the same. */
import type { Asking } from '../../../../model/patch.ts';
import type { SourceChange } from '../../change.ts';
import { codeLines, type CodeLine } from '../../code-lines.ts';
import type { Seen } from '../../seen.ts';
import { openAllowances } from './allowances.ts';
import { cleanedInVain } from './cleaners.ts';
import { emptyLocks } from './locks.ts';
import { noticedOnly } from './noticed.ts';
import { shellsLeft } from './shells.ts';
import { unawaited } from './unawaited.ts';

type Told = { line: number; about: string };

const saying = (lines: readonly CodeLine[], about: string): Told[] => lines.map(({ line }) => ({ line, about }));

const toldOf = (change: SourceChange, findings: readonly Asking[]): Told[] => {
  const { path, before, after } = change;
  const old = codeLines(before);
  const were = new Set(old.map(({ text }) => text));
  const fresh = codeLines(after).filter(({ text }) => !were.has(text));
  const handedOut = unawaited(change);
  return [
    ...cleanedInVain(fresh, findings),
    ...shellsLeft(path, old, fresh, findings),
    ...saying(emptyLocks(codeLines(after)), 'takes a lock and lets it go before anything is done'),
    ...saying(
      openAllowances(fresh, findings),
      'asks for what is allowed by a pattern without ends, which all but fits all',
    ),
    ...(before === null || after === null
      ? []
      : saying(noticedOnly(path, before, after, findings), 'looks at the problem, and goes on as before')),
    ...(handedOut === null
      ? []
      : [{ line: handedOut, about: 'hands a promise out of a `try` whose `catch` hears nothing of it' }]),
  ];
};

export const stillOpen = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] =>
  changes.flatMap((change) =>
    toldOf(change, findings).map(({ line, about }) => ({ rule: 'still-open', path: change.path, line, about })),
  );
