/** Files whose lines have an identity of their own, so that after any edit it is known which line is which. */
import type { Recognisable } from '../../src/findings/identity/match.ts';
import { anchorIn } from '../../src/findings/identity/anchor.ts';
import { toSource } from '../../src/findings/identity/source.ts';
import { quickHash } from '../../src/findings/identity/hash.ts';

/** `copyOf`: the line that it was copied from. */
export type Line = { uid: number; text: string; copyOf?: number };
export type World = Map<string, Line[]>;

export const textOf = (lines: readonly Line[]): string => lines.map(({ text }) => text).join('\n');

/** A finding with its truth: which line it is about, and which of the findings of its rule on that line it is. */
export type Placed = Recognisable & {
  uid: number;
  copyOf: number | null;
  nth: number;
  file: string;
  line: number;
  endColumn?: number;
};

export type Reviewing = {
  rules: readonly Rule[];
  /** As a linter: with rule and columns. As an agent: with neither, and few findings. */
  by: 'tool' | 'agent';
  wording: number;
};

export type Rule = { name: string; pattern: RegExp; block?: true };

export const rules: readonly Rule[] = [
  { name: 'prefer-const', pattern: /\blet\b/g },
  { name: 'no-var', pattern: /\bvar\b/g },
  { name: 'no-magic-numbers', pattern: /\b[2-9]\d*\b/g },
  { name: 'no-return', pattern: /\breturn\b/g },
  { name: 'no-null', pattern: /\bnull\b/g },
  { name: 'no-call', pattern: /\b[a-zA-Z_$]{2,30}(?=\()/g },
  { name: 'no-ternary', pattern: /\?(?=\s)/g },
  { name: 'no-undefined', pattern: /\bundefined\b/g },
  { name: 'no-this', pattern: /\bthis\.[a-zA-Z_$]{1,30}/g },
  { name: 'quotes', pattern: /"[^"]{0,80}"/g },
  { name: 'no-const', pattern: /\bconst [a-zA-Z_$]{1,30}/g },
  { name: 'no-if', pattern: /\bif \(/g },
  {
    name: 'max-lines-per-function',
    pattern:
      /^\s*(?:export )?(?:async )?(?:function\b|[a-zA-Z_$]{1,40}\([^()]{0,80}\) \{$|const [a-zA-Z_$]{1,40} = .{0,120}=> \{$)/g,
    block: true,
  },
];

const indentOf = (text: string): number => text.length - text.trimStart().length;

/** The last line of the block that a line opens, by indentation. */
const endOfBlock = (lines: readonly Line[], from: number): number => {
  const indent = indentOf(lines[from]?.text ?? '');
  for (let at = from + 1; at < lines.length; at += 1) {
    const text = lines[at]?.text ?? '';
    if (text.trim() !== '' && indentOf(text) <= indent) return at;
  }
  return from;
};

const agentsSay = [
  'may fail',
  'is wrong here',
  'should be checked',
  'is risky',
  'could be simpler',
  'breaks when it is empty',
];

const titleOf = (rule: Rule, token: string, uid: number, { by, wording }: Reviewing): string => {
  if (by === 'tool')
    return wording === 0 ? `${rule.name}: '${token}' is not allowed` : `Unexpected '${token}'. (version ${wording})`;
  return `${wording} ${agentsSay[quickHash(`${uid} ${wording}`) % agentsSay.length]}`;
};

const reports = (rule: Rule, uid: number, nth: number, by: Reviewing['by']): boolean =>
  by === 'tool' || (nth === 0 && quickHash(`${rule.name} ${uid}`) % 12 === 0);

const findingsOnLine = (file: string, lines: readonly Line[], at: number, reviewing: Reviewing): Placed[] => {
  const { uid, text, copyOf = null } = lines[at] ?? { uid: -1, text: '' };
  return reviewing.rules.flatMap((rule) =>
    [...text.matchAll(rule.pattern)].flatMap((match, nth): Placed[] => {
      if (!reports(rule, uid, nth, reviewing.by)) return [];
      const title = titleOf(rule, match[0].trim(), uid, reviewing);
      const end = rule.block ? { endLine: endOfBlock(lines, at) + 1 } : {};
      const tool = {
        rule: rule.name,
        column: match.index + 1,
        ...(!rule.block && { endColumn: match.index + match[0].length + 1 }),
      };
      const seen = reviewing.by === 'tool' ? tool : {};
      return [{ category: rule.name, title, file, line: at + 1, uid, copyOf, nth, ...end, ...seen }];
    }),
  );
};

/** Everything that the rules say about a world, each with its anchor. */
export const review = (world: World, reviewing: Reviewing): Placed[] =>
  [...world].flatMap(([file, lines]) => {
    const source = toSource(textOf(lines));
    return lines
      .flatMap((_, at) => findingsOnLine(file, lines, at, reviewing))
      .map((finding): Placed => {
        const anchor = anchorIn(finding, source);
        return anchor === undefined ? finding : { ...finding, anchor };
      });
  });
