/** Functions that do less than they did: what they are given is not looked at any more, and nothing has come for it. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { FunctionPairs } from '../functions.ts';
import { bodyOf, givenTo, saidIn, takenApart, termOf } from '../same-work/function-terms.ts';
import { show, type Term } from '../same-work/term.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

/** What asks for a measure only: no work. */
const measuring =
  /^(?:len|length|size|count|!=|!==|member|binary [<>!=&|]+|unary !|number \d+|word (?:true|false|null)|text)$/;

/** All of the one is in the other, but for what may come besides. */
const isPartOf = (some: readonly string[], other: readonly string[], mayCome: RegExp): boolean => {
  const left = Map.groupBy(other, (each) => each);
  return some.every((each) => left.get(each)?.pop() !== undefined || mayCome.test(each));
};

const nothingMore = /^(?!)/;

/** Findings about what should not be told or done at all. */
const aboutTooMuch = pattern(
  'i',
  anyOf(
    /password|secret|sensitive|privacy|personal|\blog(?:s|ged|ging)?\b|leak|expos/,
    /ignore|regardless|depend(?:s|ent)? on/,
    /should (?:always|never)|no matter|whatever|unrelated|irrelevant|hard-?cod|constant|wrong (?:argument|parameter)/,
  ),
);

/** Links of a chain, which come and go with how it is written. */
const links = pattern(
  '',
  /^/,
  anyOf(/map|iter|into|collect|clone\w*|copied|to_\w+|as_\w+|then|get|unwrap\w*|expect|ok\w*|Some|Ok|String|await/),
  /$/,
);

/** Of the language itself, without any effect: a value is only looked at in another way. */
const pure = pattern(
  '',
  /^/,
  anyOf(
    /to(?:String|UpperCase|LowerCase|Array|List)|length|size|slice|substr(?:ing)?|charAt|indexOf|lastIndexOf|concat/,
    /apply|call|bind|keys|values|entries|isArray|prototype|arguments|join|split|match|test/,
    /array|list|object|dictionary|tuple/,
  ),
  /$/,
);

const nameOf = (said: string): string => said.replace(/^\w+ /, '');

/** Calls and members that are not asked any more, unless the finding speaks of just them. */
const lostWork = (before: readonly string[], after: readonly string[], findings: readonly Asking[]): string[] => {
  const left = new Set(after.map(nameOf));
  return before
    .filter((each) => /^[A-Za-z_]\w{2,}$/.test(each) && !left.has(each) && !links.test(each) && !pure.test(each))
    .filter(
      (each) => !mentions(findings, new RegExp(String.raw`\b${each.slice(0, Math.max(4, each.length - 3))}`, 'i')),
    );
};

/** What it is still given, and does not look at any more. */
const lostInput = (before: Term, after: Term, old: readonly string[], now: readonly string[]): string | undefined => {
  if (!isPartOf(now, old, measuring)) return undefined;
  const [used, still] = [new Set(old), new Set(now)];
  const promised = new Set([...givenTo(after), ...takenApart(before)]);
  return givenTo(before).find((name) => used.has(name) && !still.has(name) && promised.has(name));
};

/** Where nothing but measuring came for it, this much lost work is no simplification any more. */
const mostLost = 3;

/** It is given and promises what it did. */
const isSameHead = ({ args: [given, , ...rest] }: Term, { args: [other, , ...others] }: Term): boolean =>
  [given, ...rest].map((each) => (each === undefined ? '' : show(each))).join() ===
  [other, ...others].map((each) => (each === undefined ? '' : show(each))).join();

const isSaidIn = (text: string, name: string): boolean => new RegExp(String.raw`\b${name}\b`).test(text);

const lostBetween = (before: Term, after: Term, findings: readonly Asking[], added: string): string | undefined => {
  const [was, is] = [bodyOf(before), bodyOf(after)];
  if (was === null || is === null) return undefined;
  const [old, now] = [saidIn(was), saidIn(is)];
  const input = lostInput(before, after, old, now);
  if (input !== undefined || !isSameHead(before, after) || !isPartOf(now, old, measuring)) return input;
  const lost = lostWork(old, now, findings).filter((name) => !isSaidIn(added, name));
  return isPartOf(now, old, nothingMore) || lost.length >= mostLost ? lost[0] : undefined;
};

type Pair = FunctionPairs['kept'][number];

const lostIn = ({ before, after }: Pair, findings: readonly Asking[], added: string): Seen[] => {
  const [old, now] = [termOf(before.unit.node), termOf(after.unit.node)];
  const lost = old === null || now === null ? undefined : lostBetween(old, now, findings, added);
  if (lost === undefined) return [];
  const about = `leaves \`${lost}\` out of \`${after.name}\`, and puts nothing in its place`;
  return [{ rule: 'code-deleted', path: after.path, line: after.unit.node.line, about }];
};

export const lostInputs = (kept: readonly Pair[], findings: readonly Asking[], added: string): Seen[] =>
  mentions(findings, aboutTooMuch) ? [] : kept.flatMap((pair) => lostIn(pair, findings, added));
