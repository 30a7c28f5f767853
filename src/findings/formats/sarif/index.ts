/** SARIF 2.1.0, with several runs, rule metadata, base folders, suppressions and fixes. */
import type { Collected, FormatContext, JsonFormat } from '../format.ts';
import { type Collector, collector } from './log/collector.ts';
import { failuresOf } from './failures.ts';
import { readResult } from './result.ts';
import { type Lists, artifactLocation, runContext, stepLocation } from './run.ts';
import { asArray, isObject, own } from '../../../plain/shape.ts';

export const notARun = 'not a SARIF run: "results" is not a list';
export const outsideOfRuns = 'results outside of runs are not read; let the tool write them into its runs';

/** Reads results in turn. `run`: all of it but its results and the lists that results refer to. */
export const resultReader = (run: unknown, lists: Lists, place: string, context: FormatContext, into: Collector) => {
  for (const failure of failuresOf(run, place)) into.tell(() => failure.place, failure.message);
  const known = runContext(run, lists, context);
  return (results: readonly unknown[], first: number): void => {
    for (const [n, result] of results.entries())
      readResult(result, () => `${place}.results[${first + n}]`, known, into);
  };
};

const read = (value: unknown, context: FormatContext): Collected => {
  const into = collector();
  for (const [index, run] of asArray(own(value, 'runs')).entries()) {
    const place = `runs[${index}]`;
    const results = own(run, 'results') ?? [];
    if (!isObject(run) || !Array.isArray(results)) {
      into.tell(() => place, notARun);
      continue;
    }
    const lists = {
      artifacts: asArray(own(run, 'artifacts')).map(artifactLocation),
      steps: asArray(own(run, 'threadFlowLocations')).map(stepLocation),
    };
    resultReader(run, lists, place, context, into)(results, 0);
  }
  if (asArray(own(value, 'inlineExternalProperties')).length > 0) {
    into.tell(() => 'inlineExternalProperties', outsideOfRuns);
  }
  return into.collected;
};

export const sarif: JsonFormat = {
  of: 'json',
  name: 'sarif',
  title: 'SARIF 2.1.0',
  recognises: (value) =>
    Array.isArray(own(value, 'runs')) &&
    (typeof own(value, 'version') === 'string' || String(own(value, '$schema')).includes('sarif')),
  refuses: (value) => {
    const version = own(value, 'version');
    if (version === undefined || (typeof version === 'string' && /^2\.1(?:\.|$)/.test(version))) return null;
    return (
      `SARIF ${JSON.stringify(version)} cannot be read, only 2.1.0. Let the tool write 2.1.0, or convert the ` +
      'file first.'
    );
  },
  read,
};
