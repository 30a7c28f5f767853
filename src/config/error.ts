/** Everything that is wrong with a configuration, at once. */
import { Expected } from '../model/expected.ts';

export type ConfigProblem = {
  /** Where: file with line and column, environment variable or option, then the key. */
  place: string;
  message: string;
  /** What to do about it. */
  suggestion?: string;
};

const shown = 50;

const lineOf = ({ place, message, suggestion }: ConfigProblem): string =>
  `  ${place}: ${message}${suggestion ? ` (${suggestion})` : ''}`;

export class ConfigError extends Expected {
  override name = 'ConfigError';
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    const more = problems.length > shown ? [`  … and ${problems.length - shown} more`] : [];
    const heading =
      problems.length === 1 ? 'The configuration has a problem:' : `The configuration has ${problems.length} problems:`;
    super('input', [heading, ...problems.slice(0, shown).map(lineOf), ...more].join('\n'));
    this.problems = problems;
  }
}
