/** Whether a finding lies in a file of settings and asks for what was changed there. */
import type { Asking } from '../../model/patch.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';
import { plainKey } from './meaning.ts';

/** Words of a wish that less be demanded, or that something be left out. */
const laxer = pattern(
  'i',
  anyOf(
    /too (?:strict|high|small|short|tight|slow)|\blower\b|reduce|decrease|relax|\bloosen|disable|\boff\b/,
    /exclude|ignore/,
    /\bskip|remov|delet|\bdrop|obsolete|unused|duplicat|redundant|deprecat|no longer|dead|stale|flak|time.?out/,
    /longer|retr|rename|replace|migrat|switch|split|\bmove|merge|\blet\b|\ballow|\bgive\b|permit|exempt|tolerat/,
  ),
);

/** What became of something else, told as the cause: nobody asks for that. */
const told = /\b(?:was|were|been|got) (?:removed|deleted|dropped|renamed|moved|replaced|deprecated)\b/gi;
/** A complaint that too little is checked. */
const complaint =
  /\b(?:hid(?:es?|den|ing)|too (?:low|lax|loose|lenient|weak|permissive)|is off|are off|not enabled)\b/i;

const textOf = ({ title, description, suggestion = '', rule = '' }: Asking): string =>
  `${title}\n${description}\n${suggestion}\n${rule}`.slice(0, 20_000);

/** Words of it that mean something. */
const words = (what: string): string[] =>
  what
    .split(/[^\p{L}\p{N}]+/u)
    .map(plainKey)
    .filter(
      (word) => word.length > 2 && !/^(?:the|now|was|and|nothing|true|false|run|tool|test|tests|error)$/.test(word),
    );

const pathIn = (file: string, text: string): boolean => {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return text.includes(name);
};

/** One that lies in this very file, or names it and no other. */
const liesIn = (finding: Asking, path: string): boolean =>
  finding.file === path || (finding.file === undefined && pathIn(path, textOf(finding)));

const sentencesIn = (text: string): string[] => text.replaceAll(told, ' ').split(/[.;!?](?:\s|$)|\n/);

/** A sentence that names it and wishes for less of it. */
const isWish = (sentence: string, named: readonly string[]): boolean => {
  const plain = plainKey(sentence);
  return laxer.test(sentence) && !complaint.test(sentence) && named.some((word) => plain.includes(word));
};

/** `what`: keys and values that changed, as they are written. */
export const isAskedFor = (findings: readonly Asking[], path: string, what: string): boolean => {
  const named = words(what);
  return findings.some((finding) => {
    if (!liesIn(finding, path)) return false;
    const suggested = plainKey(finding.suggestion ?? '');
    return (
      named.some((word) => suggested.includes(word)) ||
      sentencesIn(textOf(finding)).some((sentence) => isWish(sentence, named))
    );
  });
};

export const isInFile = (findings: readonly Asking[], path: string): boolean =>
  findings.some((finding) => liesIn(finding, path));
