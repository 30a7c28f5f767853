/** Types that JSDoc gives, and that say less than before. */
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';
import { isWeaker } from './weaker.ts';

const tag =
  /@(param|type|returns?|typedef|property)\s*\{([^{}]{1,200}(?:\{[^{}]{0,200}\})?[^{}]{0,200})\}\s*(?:\[?([\w.$]+))?/;

const nothing = /^(?:\*|any|\?|Object|object|Function|unknown)$/;

type Tag = { key: string; type: string; line: number };

/** What a comment without a name is about: the first thing that is declared or set below it. */
const subjectBelow = (lines: readonly string[], line: number): string => {
  const end = lines.slice(line - 1, line + 40).findIndex((each) => each.includes('*/'));
  const below = end === -1 ? [] : lines.slice(line + end, line + end + 3);
  return /([\w$]+)\s*[:=(]/.exec(below.join('\n').slice(0, 300))?.[1] ?? '';
};

const tagsOn = (lines: readonly string[], changed: ReadonlySet<number>): Tag[] =>
  [...changed].flatMap((line) => {
    const [, kind = '', type = '', name = ''] = tag.exec((lines[line - 1] ?? '').slice(0, 1_000)) ?? [];
    if (kind === '') return [];
    const subject = /^(?:type|returns?)$/.test(kind) ? subjectBelow(lines, line) : name;
    return [{ key: `${kind} ${subject}`, type: type.trim(), line }];
  });

const saysLess = (was: string, is: string): boolean =>
  was !== is && ((nothing.test(is) && !nothing.test(was)) || isWeaker(was, is));

export const weakenedTags = ({ path, before, after }: SourceChange): Omit<Seen, 'rule'>[] => {
  if (before === null || after === null || !/\.[cm]?jsx?$/.test(path)) return [];
  const old = new Map(tagsOn(before.state.lines, before.changed).map(({ key, type }) => [key, type]));
  return tagsOn(after.state.lines, after.changed).flatMap(({ key, type, line }) => {
    const was = old.get(key);
    if (was === undefined || !saysLess(was, type)) return [];
    return [{ path, line, about: `declares \`${key.trim()}\` as \`${type}\`, which says less than \`${was}\`` }];
  });
};
