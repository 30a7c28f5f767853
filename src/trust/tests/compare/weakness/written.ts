/** What a test compares with is written by the test itself. */
import type { Remark } from '../../../../model/remark.ts';
import type { Mark, Unit } from '../../model.ts';
import { writingCall } from '../../read/marks.ts';
import { argumentsIn, closing } from '../../text/scan.ts';
import { remark } from '../judge.ts';
import { named } from '../words.ts';

const golden = /golden|snapshot|__snapshots__|expected|approved|baseline/i;

const ofFiles = /(?:^|\W)(?:fs|files?|io|ioutil|os|deno|bun)\s*$/i;

/** Where a call writes to: what it is asked of (`golden.write_text(…)`), or else what it is given first. */
const writtenTo = (text: string): string => {
  const found = writingCall.exec(text);
  if (found === null) return '';
  const open = found.index + found[0].length - 1;
  const owner = text.slice(0, found.index);
  const given = argumentsIn(text.slice(open + 1, closing(text, open)));
  if (/\bdump\b/.test(found[0])) return given.slice(0, 2).join(' ');
  const isOfOwner = /\b(?:write|write_text|write_bytes)\b/.test(found[0]) && !ofFiles.test(owner);
  return isOfOwner ? owner : (given[0] ?? '');
};

export const writeRemarks = (unit: Unit, marks: readonly Mark[]): Remark[] =>
  marks
    .filter(({ text }) => golden.test(writtenTo(text)))
    .slice(0, 1)
    .map(({ line }) =>
      remark(unit.file, line, {
        rule: 'snapshot-rewritten',
        message: `${named(unit)} writes what it compares with`,
        accepted: 'what is compared with, written beforehand',
      }),
    );
