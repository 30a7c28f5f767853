/** Checks a SARIF log: by the official schema, and by rules of the standard and of GitHub that no schema expresses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { Region } from '../../src/report/sarif/log.ts';
import { type SarifInput, type SarifLog, sarifText } from '../../src/report/sarif.ts';

const file = join(import.meta.dirname, '../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');

/**
 * Draft 4 as Ajv knows it: the keywords that this schema uses mean the same in later drafts, but for the name of its
 * id.
 */
const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file, 'utf8'));

const uriCharacters = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;

const validator = (): ReturnType<Ajv['compile']> => {
  // One of its patterns is none for the stricter kind of regular expression.
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat('uri', (text) => uriCharacters.test(text) && URL.canParse(text));
  ajv.addFormat('uri-reference', (text) => uriCharacters.test(text) && URL.canParse(text, 'file:///root/'));
  ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));
  return ajv.compile(schema);
};
let compiled: ReturnType<Ajv['compile']> | undefined;

/** What the schema says against it. */
export const schemaErrors = (log: unknown): string[] => {
  compiled ??= validator();
  return compiled(log) ? [] : (compiled.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
};

const isOrdered = (region: Region): boolean => {
  if ('charOffset' in region) return region.charOffset >= 0 && region.charLength >= 0;
  const { startLine, startColumn = 1, endLine = startLine, endColumn = Infinity } = region;
  return (
    startLine >= 1 && startColumn >= 1 && (endLine > startLine || (endLine === startLine && endColumn >= startColumn))
  );
};

/** What no schema says: references that lead somewhere, regions that go forward, what GitHub needs to show a result. */
export const ruleErrors = ({ runs: [run] }: SarifLog): string[] => {
  const { rules } = run.tool.driver;
  const errors: string[] = [];
  const demand = (holds: boolean, message: string): void => void (holds || errors.push(message));
  demand(new Set(rules.map(({ id }) => id)).size === rules.length, 'rule ids are unique');
  for (const { id, shortDescription, fullDescription, help, properties } of rules) {
    demand(
      [id, shortDescription.text, fullDescription.text, help.text].every((text) => text.trim() !== ''),
      `rule ${id} is described`,
    );
    demand(new Set(properties.tags).size === properties.tags.length, `tags of ${id} are unique`);
    const score = properties['security-severity'];
    demand(score === undefined || (Number(score) >= 0 && Number(score) <= 10), `score of ${id}`);
  }
  for (const [n, result] of run.results.entries()) {
    const { ruleId, ruleIndex, message, locations, partialFingerprints, fixes = [] } = result;
    demand(rules[ruleIndex]?.id === ruleId, `results[${n}] refers to its rule`);
    demand(message.text.trim() !== '', `results[${n}] has a message`);
    demand(
      locations.length === 1 && Object.keys(partialFingerprints).length > 0,
      `results[${n}] has a place and fingerprints`,
    );
    const replaced = fixes.flatMap((fix) =>
      fix.artifactChanges.flatMap((change) => change.replacements.map((each) => each.deletedRegion)),
    );
    const regions = [...locations.map(({ physicalLocation }) => physicalLocation.region), ...replaced];
    demand(regions.every(isOrdered), `regions of results[${n}] go forward`);
    demand(
      run.columnKind === 'utf16CodeUnits' || replaced.every((region) => !('charOffset' in region)),
      `offsets of results[${n}]`,
    );
  }
  return errors;
};

/** What is written, as whoever reads it gets it. */
export const writtenLog = (input: SarifInput): SarifLog => JSON.parse(sarifText(input));
