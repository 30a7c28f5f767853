/** One finding as a result of SARIF. */
import { anchorFingerprint, idFingerprint, type SarifProperties } from '../../findings/formats/sarif/properties.ts';
import { given } from '../../plain/given.ts';
import type { SarifFinding } from './finding.ts';
import { countsAlike, fixOf, isExactAsFix } from './fixes.ts';
import type { ColumnKind, Fix, SarifResult, Suppression } from './log.ts';
import { isExactAsUri, locationOf, regionOfLines } from './place.ts';
import { levelOf, ruleIdOf } from './rules.ts';

/** `[text](3)` would be a link to a related location. */
const plain = (text: string): string => text.replaceAll(/\](?=\(\d)/g, '\\]');

/** The description where it begins with the title, as it does for most tools; both where it does not. */
const messageOf = ({ title, description, code }: SarifFinding): string => {
  const begin = title.replace(/…$/, '');
  const said = description.startsWith(begin) ? [description] : [title, description];
  return plain(said.filter((text) => text.trim() !== '').join('\n\n')) || code;
};

const suppressionsOf = ({ suppression, status, reason }: SarifFinding): Suppression[] => {
  if (suppression) return [suppression];
  if (status !== 'dismissed') return [];
  return [{ kind: 'external', status: 'accepted', ...given({ justification: reason }) }];
};

const propertiesOf = (finding: SarifFinding, fix: Fix | null): SarifProperties => {
  const {
    id: _id,
    file,
    edits,
    fingerprints: _own,
    anchor: _anchor,
    baselineState: _state,
    suppression: _suppression,
    ...rest
  } = finding;
  return {
    ...rest,
    ...(file !== undefined && !isExactAsUri(file) && { file }),
    ...(edits !== undefined && edits.length > 0 && !(fix && isExactAsFix(edits)) && { edits }),
  };
};

const fingerprintsOf = ({ id, fingerprints, anchor }: SarifFinding): Record<string, string> => ({
  ...fingerprints,
  [idFingerprint]: id,
  ...given({ [anchorFingerprint]: anchor }),
});

export const resultOf = (finding: SarifFinding, ruleIndex: number, columnKind: ColumnKind): SarifResult => {
  const { file, severity, baseline, baselineState = baseline } = finding;
  const fix = fixOf(finding, columnKind);
  const suppressions = suppressionsOf(finding);
  const region = regionOfLines(file === undefined ? {} : finding, countsAlike(finding, columnKind));
  return {
    ruleId: ruleIdOf(finding),
    ruleIndex,
    level: levelOf(severity),
    message: { text: messageOf(finding) },
    locations: [{ physicalLocation: { artifactLocation: locationOf(file), region } }],
    partialFingerprints: fingerprintsOf(finding),
    ...given({ baselineState }),
    ...(suppressions.length > 0 && { suppressions }),
    ...(fix && { fixes: [fix] }),
    properties: { fixpoint: propertiesOf(finding, fix) },
  };
};
