import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.ts';
import { anchorFingerprint, idFingerprint } from '../../src/findings/formats/sarif/properties.ts';
import { readFindings } from '../../src/findings/read/read.ts';
import { bytesOf } from '../../src/plain/json/bytes.ts';
import { sarifText } from '../../src/report/sarif.ts';
import { finding as anyFinding } from '../support/arbitrary-finding.ts';

/** What a finding is without its identity, which is carried as fingerprints. */
const draftOf = ({ id, anchor, fingerprints, ...rest }: Finding): object => ({
  ...rest,
  fingerprints: { ...fingerprints, [idFingerprint]: id, ...(anchor !== undefined && { [anchorFingerprint]: anchor }) },
});

describe('SARIF that was written', () => {
  it('1.2 reads back as the same findings, whole and streamed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyFinding, { maxLength: 8 }), async (findings) => {
        const text = sarifText({ version: '1.2.3', findings });
        const whole = await readFindings({ name: 'x', text }, { root: '/repo' });
        expect(whole.problems).toEqual([]);
        expect(whole.findings).toEqual(findings.map(draftOf));
        const bytes = bytesOf(Buffer.from(text));
        const streamed = await readFindings(
          { name: 'x', bytes },
          { root: '/repo', sizes: { chunk: 500, ahead: 500, batch: 900, element: 1_000_000 } },
        );
        expect(streamed).toEqual(whole);
      }),
      { numRuns: 300 },
    );
  });
});
