/** Real files through the library: read, written as SARIF, and read again. */
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readFindings } from '../../src/index.ts';
import type { Finding } from '../../src/model/finding.ts';
import { anchorFingerprint, idFingerprint } from '../../src/findings/formats/sarif/properties.ts';
import { sarifText } from '../../src/report/sarif.ts';
import { ruleErrors, schemaErrors, writtenLog } from '../support/sarif-schema.ts';

const fixtures = join(import.meta.dirname, '../fixtures');
const root = mkdtempSync(join(tmpdir(), 'fixpoint-sarif-'));
afterAll(() => rmSync(root, { recursive: true }));

/** The identity travels as fingerprints, which stay with the finding: they say nothing that id and anchor do not. */
const withoutOwnFingerprints = ({ fingerprints = {}, ...finding }: Finding): Finding => {
  const { [idFingerprint]: id = finding.id, [anchorFingerprint]: anchor = finding.anchor, ...others } = fingerprints;
  expect([id, anchor]).toEqual([finding.id, finding.anchor]);
  return { ...finding, ...(Object.keys(others).length > 0 && { fingerprints: others }) };
};

const read = async (file: string): Promise<Finding[]> => {
  const { findings } = await readFindings({ from: [file], root, dedup: 'off', check: false });
  return findings.map(withoutOwnFingerprints);
};

/** SARIF of a version that is refused has nothing to write. */
const files = globSync('{sarif/*.sarif,reviewdog/*.json}', { cwd: fixtures }).toSorted();

describe('real findings', () => {
  it('1.2 are in files of which most can be read', () => expect(files.length).toBeGreaterThan(25));

  it.each(files)('10.3 are the same after they were written as SARIF and read again: %s', async (name) => {
    const findings = await read(join(fixtures, name)).catch((error: unknown) => {
      expect(String(error)).toMatch(/only 2\.1\.0|report of another repository/);
      return [];
    });
    const log = writtenLog({ version: '1.2.3', findings });
    expect([...schemaErrors(log), ...ruleErrors(log)]).toEqual([]);
    const written = join(root, 'written.sarif');
    writeFileSync(written, sarifText({ version: '1.2.3', findings }));
    expect(await read(written)).toEqual(findings);
  });
});
