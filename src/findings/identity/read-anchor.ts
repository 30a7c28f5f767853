/** Reads an anchor back. */
import { numberOf } from './hash.ts';
import { pattern } from '../../plain/pattern.ts';
import { type Anchor, lineLetters } from './anchor.ts';

const readLines = (text: string): number[] => {
  const lines: number[] = [];
  for (let at = 0; at + lineLetters <= text.length; at += lineLetters) lines.push(numberOf(text, at, lineLetters));
  return lines;
};

const shape = pattern(
  '',
  /^1:([\w-]{6})\.([\w-]{12})\.([\w-]{0,5})\.([\w~-]{40})\.([0-9a-z]{1,2})\.([\w-]{0,4})\.([0-9a-z]{0,6})\./,
  /([\w-]{0,27})\.([\w-]{0,27})\.([\w-]{0,12})\.([0-9a-z]{1,6})$/,
);

/** Null where it is none of ours: anchors also come in from files. */
export const readAnchor = (anchor: string | undefined): Anchor | null => {
  const match = anchor === undefined || anchor.length > 300 ? null : shape.exec(anchor);
  if (match === null) return null;
  const [
    ,
    text = '',
    code = '',
    head = '',
    sketch = '',
    weight = '',
    token = '',
    offset = '',
    before = '',
    after = '',
    scopes = '',
    turn = '',
  ] = match;
  return {
    text,
    code,
    head,
    sketch,
    weight: Number.parseInt(weight, 36),
    token,
    offset,
    before: readLines(before),
    after: readLines(after),
    scopes: readLines(scopes),
    turn,
  };
};

/** Whether the code directly under two anchors is the same, white space aside; not so where one is unknown. */
export const sameCode = (a?: string, b?: string): boolean => {
  const left = readAnchor(a);
  const right = readAnchor(b);
  return left !== null && right !== null && left.code === right.code;
};
