/** Locks that are taken and let go at once: nothing is done while they are held. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { CodeLine } from '../../code-lines.ts';

const taken = /^(?:await\s+)?([\w.$]+)\.(?:lock|Lock|RLock|acquire|lockInterruptibly)\(\);?$/;
const letGo = /^([\w.$]+)\.(?:unlock|Unlock|RUnlock|release)\(\);?$/;

const head = /^(?:async\s+)?with\s+[\w.()]*(?:lock|mutex|semaphore|guard)\w*[\w.()]*:$/i;

/** Of one line: what it gives back is dropped right there, and the lock with it. */
const atOnce = pattern(
  '',
  anyOf(
    /^let\s+_\s*=\s*[\w.]+\.(?:lock|write|read)\(\)/,
    /^drop\([\w.]+\.(?:lock|write|read)\(\)/,
    /^synchronized\s*\([^()]*\)\s*\{\s*\}$/,
    /^(?:async\s+)?with\s+[\w.()]*(?:lock|mutex|semaphore)\w*[\w.()]*:\s*pass$/i,
  ),
);

const isPair = (text: string, next: string): boolean => {
  if (head.test(text)) return /^(?:pass|\.\.\.)$/.test(next);
  if (/^synchronized\s*\([^()]*\)\s*\{$/.test(text)) return next === '}';
  const name = taken.exec(text)?.[1];
  return name !== undefined && letGo.exec(next)?.[1] === name;
};

/** Among the lines that are new, which follow each other. */
export const emptyLocks = (fresh: readonly CodeLine[]): CodeLine[] =>
  fresh
    .filter(({ text, line }, at) => {
      const next = fresh[at + 1];
      const short = text.slice(0, 200);
      return atOnce.test(short) || (next?.line === line + 1 && isPair(short, next.text.slice(0, 200)));
    })
    .slice(0, 1);
