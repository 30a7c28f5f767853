/** SARIF 2.1.0, with several runs, rule metadata, base folders, suppressions and fixes. */
import type { Collected, FormatContext, JsonFormat } from './format.ts';
import { readResult } from './sarif/result.ts';
import { runContext } from './sarif/run.ts';
import { asArray, isObject, own } from './shape.ts';

/** A tool that failed half-way has results missing; that must not look like a clean bill. */
const noteFailures = (run: unknown, place: string, into: Collected): void => {
  for (const [index, invocation] of asArray(own(run, 'invocations')).entries()) {
    if (own(invocation, 'executionSuccessful') !== false) continue;
    into.problems.push({
      place: `${place}.invocations[${index}]`,
      message: 'the tool says that it did not run to its end; results may be missing',
    });
  }
  if (asArray(own(own(run, 'externalPropertyFileReferences'), 'results')).length > 0) {
    into.problems.push({ place, message: 'results in external files are not read; write one file with all results' });
  }
};

const read = (value: unknown, context: FormatContext): Collected => {
  const into: Collected = { findings: [], problems: [] };
  for (const [index, run] of asArray(own(value, 'runs')).entries()) {
    const place = `runs[${index}]`;
    const results = own(run, 'results') ?? [];
    if (!isObject(run) || !Array.isArray(results)) {
      into.problems.push({ place, message: 'not a SARIF run: "results" is not a list' });
      continue;
    }
    noteFailures(run, place, into);
    const known = runContext(run, context);
    for (const [n, result] of results.entries()) readResult(result, `${place}.results[${n}]`, known, into);
  }
  return into;
};

export const sarif: JsonFormat = {
  of: 'json',
  name: 'sarif',
  title: 'SARIF 2.1.0',
  recognises: (value) =>
    Array.isArray(own(value, 'runs')) && (typeof own(value, 'version') === 'string' || String(own(value, '$schema')).includes('sarif')),
  refuses: (value) => {
    const version = own(value, 'version');
    if (version === undefined || (typeof version === 'string' && /^2\.1(?:\.|$)/.test(version))) return null;
    return `SARIF ${JSON.stringify(version)} cannot be read, only 2.1.0. Let the tool write 2.1.0, or convert the file first.`;
  },
  read,
};
