/** Conditions that hold for nobody: variables that nobody sets, lists that nothing fills. */
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { SourceChange } from '../../change.ts';
import { codeLines } from '../../code-lines.ts';
import type { Seen } from '../../seen.ts';

const optedIn = pattern(
  '',
  /\b(\w+)\s*(?::\s*\w+\s*)?:?=\s*[^=].*/,
  anyOf(
    /\b(?:Boolean\.getBoolean|System\.get(?:Property|env)|os\.(?:Getenv|environ|getenv|LookupEnv)|env::var(?:_os)?)\b/,
    /\bprocess\.env\b|\bENV\[|\bgetenv\(/,
  ),
);

const emptyList = pattern(
  '',
  /\b(?:const|static|final|val|var|let)?\b.*?\b(\w+)\s*(?::[^=]+)?:?=\s*/,
  anyOf(
    /\[\]/,
    /new (?:Set|Map|HashSet|HashMap|ArrayList)(?:<[^>]*>)?\(\)/,
    /(?:List|Set|Map)\.of\(\)/,
    /(?:set|frozenset|dict|list|tuple)\(\)/,
    /Collections\.empty\w+\(\)/,
    /(?:map\[\w+\]\w+|\[\]\w+)\{\}/,
    /&?(?:vec!)?\[\]/,
  ),
  /\s*;?$/,
);

const filling = anyOf(
  /\.(?:push|add|append|insert|put|set|extend|update|unshift|addAll)\(/,
  /\[[^\]]*\]\s*=(?!=)/,
  /\s*\+?=(?!=)/,
);

const filled = (name: string): RegExp =>
  pattern('', anyOf(`\\b${name}\\b${filling}`, `\\(${name}\\s*[,)]`, `export\\b.*\\b${name}\\b`));

/** Asked by a line of the patch, and set by none of the file. */
const isEmpty = (name: string, line: number, { after }: SourceChange): boolean => {
  const others = (after?.state.lines ?? []).filter((_, at) => at + 1 !== line);
  const asked = new RegExp(String.raw`\b(?:if|while|when|unless)\b.*\b${name}\b`);
  return !others.some((other) => filled(name).test(other)) && codeLines(after).some(({ text }) => asked.test(text));
};

const emptyLists = (change: SourceChange): Seen[] =>
  codeLines(change.after).flatMap(({ text, line }) => {
    const name = /^(?:export|pub)\b/.test(text) ? undefined : emptyList.exec(text.slice(0, 200))?.[1];
    if (name === undefined || !isEmpty(name, line, change)) return [];
    return [{ rule: 'never-true', path: change.path, line, about: `asks \`${name}\`, which is always empty` }];
  });

const squeezed = (text: string): string => text.replaceAll(/\s+/g, '');

/** A condition of before that asks for the name as well now. */
const isGuarded = (name: string, { before, after }: SourceChange): boolean => {
  const guard = new RegExp(String.raw`(?:["'\w.]+\()?!?\b${name}\b[^&|]{0,40}?(?:&&|\band\b)\s*`);
  const removed = new Set(codeLines(before).map(({ text }) => squeezed(text)));
  return codeLines(after).some(({ text }) => guard.test(text) && removed.has(squeezed(text.replace(guard, ''))));
};

/** What was always done is only done where somebody sets a variable. */
const optIns = (change: SourceChange): Seen[] =>
  codeLines(change.after).flatMap(({ text, line }) => {
    const name = optedIn.exec(text.slice(0, 300))?.[1];
    if (name === undefined || !isGuarded(name, change)) return [];
    const about = `does only where \`${name}\` is set what it always did`;
    return [{ rule: 'never-true', path: change.path, line, about }];
  });

export const unsetFlags = (change: SourceChange): Seen[] => [...emptyLists(change), ...optIns(change)];
