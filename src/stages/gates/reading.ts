/** The gates that judge by reading a change (7.1): one for each kind of thing that is noticed, with its rules. */
import type { Config } from '../../config/schema.ts';
import { readingIn } from '../../config/trust.ts';
import { reviewersOf } from '../../model/finding.ts';
import { ReadingGate, type Remark } from '../../model/remark.ts';
import { everybody, type Gate, gate, nobody, type Subject } from './gate.ts';

const wordsOf = ({ rule, file, line, before, message, accepted }: Remark): string => {
  const place = line === undefined ? file : `${file}:${line}${before === true ? ' (before)' : ''}`;
  return `${place}: ${message} (${rule}). Accepted would be: ${accepted}`;
};

/** So many are told: the first ones show what is wrong. */
const mostTold = 5;

/** About whether a change has any effect: a tool knows better of its own edits, which may be about spacing. */
const rulesForAgents: ReadonlySet<string> = new Set([
  'words-only',
  'tests-only',
  'finding-untouched',
  'same-behaviour',
]);

/** Linters often ask for nothing but another way to write the same, and look again whether that was done. */
const rulesWithoutTool: ReadonlySet<string> = new Set(['words-only', 'same-behaviour']);

const isLookedAtAgain = ({ findings, config }: Subject): boolean => {
  const tools = config.reviewers.filter(({ kind }) => kind === 'tool').map(({ name }) => name);
  return findings.every((finding) => reviewersOf(finding).some((name) => tools.includes(name)));
};

const isForOthers = (rule: string, subject: Subject): boolean =>
  (subject.isMachineMade && rulesForAgents.has(rule)) || (rulesWithoutTool.has(rule) && isLookedAtAgain(subject));

/** What the user did not switch off. */
const isOn = (name: ReadingGate, config: Config): boolean => {
  const { integrity, reversion } = readingIn(config);
  if (name === 'unreadable') return integrity || reversion;
  return name === 'reversion' ? reversion : integrity;
};

const isAllowed = ({ gate: name, rule }: Remark, subject: Subject): boolean => {
  const allowed = subject.config.gates?.allow ?? [];
  return [name, rule].some((each) => allowed.includes(each)) || isForOthers(rule, subject);
};

const readingGate = (name: ReadingGate): Gate =>
  gate({
    name,
    about: 'fixes',
    needs: ['reading'],
    retry: { when: 'next cycle', from: 'head' },
    judge: ({ reading }, subject) => {
      if (!isOn(name, subject.config)) return nobody;
      const own = reading.filter(
        (remark) => remark.gate === name && remark.noteOnly !== true && !isAllowed(remark, subject),
      );
      if (own.length === 0) return nobody;
      return everybody(subject, { result: 'refused', reason: own.slice(0, mostTold).map(wordsOf).join('\n') });
    },
  });

/** What lasts is asked about, in a gate of its own. */
export const readingGates: readonly Gate[] = ReadingGate.options.filter((name) => name !== 'durable').map(readingGate);
