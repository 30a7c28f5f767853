/** What a run says about itself that makes its results incomplete. */
import type { ReadProblem } from '../../../model/finding.ts';
import { cutEnd } from '../../../plain/cut.ts';
import { findingText } from '../../read/text.ts';
import { asArray, own } from '../../../plain/shape.ts';

const mostNotices = 50;

const saidBy = (notice: unknown): string => {
  const message = own(notice, 'message');
  const said = [own(message, 'text'), own(message, 'markdown'), own(own(notice, 'descriptor'), 'id')].find(
    (each) => typeof each === 'string' && each.trim(),
  );
  return typeof said === 'string' ? findingText(cutEnd(said, 500)) : 'it does not say which';
};

/** A tool that failed half-way has results missing; that must not look like a clean bill. */
export const failuresOf = (run: unknown, place: string): ReadProblem[] => {
  const problems: ReadProblem[] = [];
  for (const [index, invocation] of asArray(own(run, 'invocations')).entries()) {
    const at = `${place}.invocations[${index}]`;
    if (own(invocation, 'executionSuccessful') === false) {
      problems.push({ place: at, message: 'the tool says that it did not run to its end; results may be missing' });
    }
    for (const kind of ['toolExecutionNotifications', 'toolConfigurationNotifications']) {
      for (const [n, notice] of asArray(own(invocation, kind)).entries()) {
        if (own(notice, 'level') !== 'error') continue;
        problems.push({
          place: `${at}.${kind}[${n}]`,
          message: `the tool reports an error of its own: ${saidBy(notice)}`,
        });
      }
    }
  }
  const external = asArray(own(own(run, 'externalPropertyFileReferences'), 'results'));
  if (external.length > 0)
    problems.push({ place, message: 'results in external files are not read; write one file with all results' });
  if (problems.length <= mostNotices) return problems;
  const rest = `${problems.length - mostNotices} more errors of the tool are not listed`;
  return [...problems.slice(0, mostNotices), { place, message: rest }];
};
