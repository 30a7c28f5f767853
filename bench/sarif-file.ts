/** Writes large SARIF files of realistic shape, the same ones each time. */
import { closeSync, openSync, writeSync } from 'node:fs';

type Random = (below: number) => number;

const seeded = (seed: number): Random => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
};

const ruleCount = 200;
const rules = Array.from({ length: ruleCount }, (_, n) => ({
  id: `correctness/no-trap-${n}`,
  name: `NoTrap${n}`,
  shortDescription: { text: `Trap ${n} is to be avoided` },
  fullDescription: {
    text: `Code that walks into trap ${n} works until it does not, and then nobody remembers why it was written.`,
  },
  help: { text: `Write it without trap ${n}.` },
  defaultConfiguration: { level: n % 3 === 0 ? 'error' : 'warning' },
  messageStrings: { default: { text: "Unexpected use of '{0}' in '{1}'." } },
  properties: { tags: ['correctness', 'maintainability'], precision: 'high' },
}));

const hex = (random: Random): string =>
  Array.from({ length: 2 }, () =>
    random(2 ** 31)
      .toString(16)
      .padStart(8, '0'),
  ).join('');

const placeOf = (random: Random, file: number) => {
  const startLine = 1 + random(3_000);
  const startColumn = 1 + random(60);
  return {
    physicalLocation: {
      artifactLocation: {
        uri: `packages/module-${file % 100}/src/component-${file}.ts`,
        uriBaseId: '%SRCROOT%',
        index: file,
      },
      region: {
        startLine,
        startColumn,
        endLine: startLine,
        endColumn: startColumn + 12,
        snippet: { text: `  const value${random(1_000_000)} = compute("${random(1_000_000)}", { strict: true });` },
      },
    },
  };
};

/** As a linter writes them: about 700 bytes. */
export const smallResult = (random: Random): object => {
  const ruleIndex = random(ruleCount);
  const names = [`value${random(1_000_000)}`, `function${random(10_000)}`];
  return {
    ruleId: `correctness/no-trap-${ruleIndex}`,
    ruleIndex,
    level: ruleIndex % 3 === 0 ? 'error' : 'warning',
    message:
      ruleIndex % 2 === 0
        ? { id: 'default', arguments: names }
        : {
            text: `'${names[0]}' is assigned but never used in '${names[1]}'. Remove it, or use it where it was meant to be used.`,
          },
    locations: [placeOf(random, random(20_000))],
    partialFingerprints: {
      primaryLocationLineHash: `${hex(random)}:1`,
      primaryLocationStartColumnFingerprint: String(random(80)),
    },
    properties: { precision: 'high' },
  };
};

/** As a data flow analysis writes them: about 16 KB, nearly all of it the ways that the data takes. */
export const heavyResult = (random: Random): object => ({
  ...smallResult(random),
  codeFlows: Array.from({ length: 4 }, () => ({
    threadFlows: [
      {
        locations: Array.from({ length: 9 }, (_, step) => ({
          location: {
            ...placeOf(random, random(20_000)),
            message: { text: `step ${step}: data flows on to 'value${random(1_000)}'` },
          },
          executionOrder: step,
        })),
      },
    ],
  })),
  relatedLocations: Array.from({ length: 2 }, (_, id) => ({
    id,
    ...placeOf(random, random(20_000)),
    message: { text: 'declared here' },
  })),
});

export type Written = { bytes: number; count: number };

/** Writes results as long as `goOn` says so. */
export const writeSarif = (
  file: string,
  resultOf: (random: Random) => object,
  goOn: (written: Written) => boolean,
): Written => {
  const random = seeded(7);
  const fd = openSync(file, 'w');
  const tool = { driver: { name: 'bench', semanticVersion: '1.0.0', rules } };
  const head = `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":${JSON.stringify(tool)},"results":[`;
  const written = { bytes: head.length, count: 0 };
  let buffer = head;
  while (goOn(written)) {
    const result = `${written.count === 0 ? '' : ','}\n${JSON.stringify(resultOf(random))}`;
    buffer += result;
    written.bytes += result.length;
    written.count += 1;
    if (buffer.length < 1_000_000) continue;
    writeSync(fd, buffer);
    buffer = '';
  }
  writeSync(
    fd,
    `${buffer}\n],"columnKind":"utf16CodeUnits","originalUriBaseIds":{"%SRCROOT%":{"uri":"file:///ci/build/"}}}]}\n`,
  );
  closeSync(fd);
  return written;
};
