/** A list of findings as one JSON document, in pieces: it can be longer than a string may be. */
import type { Listing } from '../model/listing.ts';

export function* findingsJson({ findings, ...rest }: Listing): Generator<string> {
  yield '{\n  "findings": [';
  let before = '\n    ';
  for (const finding of findings) {
    yield before + JSON.stringify(finding);
    before = ',\n    ';
  }
  yield `${findings.length === 0 ? '' : '\n  '}],\n${JSON.stringify(rest, null, 2).slice(2)}\n`;
}
