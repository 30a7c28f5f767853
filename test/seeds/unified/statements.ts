/** What the document behind the preset `unified` says, statement by statement, in our words. */
import type { Statement } from '../statement.ts';

export const statements: readonly Statement[] = [
  { id: 'U01', says: 'one reviewer that spawns experts side by side' },
  { id: 'U02', says: 'experts for the language, and for the specification in a folder' },
  { id: 'U03', says: 'the fields of a finding' },
  { id: 'U04', says: 'a line, or a range of lines' },
  { id: 'U05', says: 'critical, major, minor' },
  { id: 'U06', says: 'categories of findings' },
  { id: 'U07', says: 'groups of findings as JSON' },
  { id: 'U08', says: 'groups decide what is fixed side by side' },
  { id: 'U09', says: 'a tracker: status, and attempts with time, outcome and explanation' },
  { id: 'U10', says: 'what is open or deferred is asked for again' },
  { id: 'U11', says: 'what is blocked is not' },
  { id: 'U12', says: 'what is unresolved becomes a GitHub issue' },
  { id: 'U13', says: 'ends when everything is fixed or blocked' },
  { id: 'U14', says: 'the fixer fixes, blocks or defers, and reports on every finding' },
  { id: 'U15', says: 'the number of iterations can be configured' },
  {
    id: 'U16',
    says: 'five iterations by default',
    deviation:
      'They are the ceiling: a finding has three attempts (U20), so a run takes more than three only where `limits.attemptsPerFinding` is raised.',
  },
  { id: 'U17', says: 'the result counts all, fixed and blocked' },
  { id: 'U18', says: 'the result lists the issues that were created' },
  { id: 'U19', says: 'the fixer gets all findings with their groups, and spreads them over sub-agents' },
  { id: 'U20', says: 'two retries of a deferred finding, then it is blocked' },
  { id: 'U21', says: 'suspicious justifications are flagged' },
  { id: 'U22', says: '… in the body of the issue' },
  { id: 'U23', says: 'a finding whose file is gone is blocked before an attempt' },
  { id: 'U24', says: 'the flow of the iterations' },
  {
    id: 'U25',
    says: 'the output of the fixer is trusted',
    deviation: 'With one exception that holds in every preset: without a change nothing is fixed.',
  },
];
