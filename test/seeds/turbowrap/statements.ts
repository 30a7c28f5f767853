/** What the document behind the preset `turbowrap` says, statement by statement, in our words. */
import type { Statement } from '../statement.ts';

export const statements: readonly Statement[] = [
  { id: 'T01', says: 'questions before fixing are optional, and come before the plan' },
  { id: 'T02', says: 'questions by issue, with id, text and context, and whether a plan can be made' },
  {
    id: 'T03',
    says: 'the response object of POST /api/fix/clarify',
    later: 'the server; `fixpoint clarify --json` prints the same object',
  },
  { id: 'T04', says: 'goes on until it is ready to plan' },
  { id: 'T05', says: 'planning writes a master_todo.json, and a fix_todo for each issue' },
  {
    id: 'T06',
    says: 'the form of master_todo.json',
    deviation:
      '`todo_file` is a name beside the master and not an absolute path, so that the folder can be moved; absolute paths are read.',
  },
  { id: 'T07', says: 'the branch of the plan is the branch of the result' },
  { id: 'T08', says: 'the form of a fix_todo: issue, answers, context' },
  { id: 'T09', says: 'the id of an issue is kept' },
  { id: 'T10', says: 'the code of a todo is plain code' },
  { id: 'T11', says: 'the plan of a todo: approach, steps, lines, risks, verification' },
  { id: 'T12', says: 'starting with a plan carries out that plan' },
  { id: 'T13', says: 'issues of one step are worked on side by side, steps one after the other' },
  { id: 'T14', says: 'issues of one file are in different steps' },
  { id: 'T15', says: 'one call, whose sub-agents fix the issues of a step, one each' },
  {
    id: 'T16',
    says: 'every fixer gets its own todo',
    deviation:
      'In the prompt and in the input of the agent; there is no path of a file to read, since the agent works in a workspace apart.',
  },
  { id: 'T17', says: 'the result is aggregated, as JSON' },
  { id: 'T18', says: 'the challenger judges every issue by itself: score, feedback, qualities, improvements' },
  { id: 'T19', says: '90 and more is solved, less is not' },
  { id: 'T20', says: 'below it the feedback leads to a re-fix, at most two iterations' },
  { id: 'T21', says: 'the re-fixer gets the issue, the fix before and the feedback' },
  {
    id: 'T22',
    says: 'one commit at the end, with all codes',
    deviation:
      'Made by code, not by an agent (`git-committer`), as is the branch: nothing that an agent does with git is trusted.',
  },
  { id: 'T23', says: 'nothing is pushed by itself' },
  { id: 'T24', says: 'a branch for the session, `fix/{session}`' },
  { id: 'T25', says: 'the commit is reported' },
  { id: 'T26', says: 'the rules of a fixer of one issue' },
  { id: 'T27', says: 'the fixer evaluates its own confidence' },
  { id: 'T28', says: 'the challenger gets diff, issues and what the fixer said' },
  { id: 'T29', says: 'the challenger is independent of the fixer' },
  { id: 'T30', says: 'one conversation from questions over plan and fix to the re-fix' },
  { id: 'T31', says: 'eight events' },
  { id: 'T32', says: 'a step that starts says its number' },
  { id: 'T33', says: 'POST /api/fix/clarify, /plan and /start', later: 'the server' },
  {
    id: 'T34',
    says: 'iterations and threshold can be configured',
    deviation:
      'The document says 90 and 95. 90 it is, in the prompt of the challenger too; `challenger.threshold` sets another.',
  },
  { id: 'T35', says: '15 minutes for a fix, 2 for an evaluation' },
  { id: 'T36', says: 'files in S3, with a prefix and for ten days', later: 'the server' },
  { id: 'T37', says: 'files of the session are removed after it' },
  { id: 'T38', says: 'what agents thought and wrote is kept' },
  {
    id: 'T39',
    says: 'a model for each role',
    deviation: 'Opus fixes and Flash judges. There is no Haiku: branches and commits need no model.',
  },
  { id: 'T40', says: 'notes of the user reach every prompt' },
  { id: 'T41', says: 'answers reach the todo of their issue' },
  { id: 'T42', says: 'questions that nobody answers, that come twice, or that are too many' },
  { id: 'T43', says: 'results can always be parsed' },
  { id: 'T44', says: 'one call instead of many processes' },
  { id: 'T45', says: 'issues are read from todos, or from a master_todo with its files' },
  {
    id: 'T46',
    says: 'settings classes of Python, and agents as files for one tool of one agent',
    beside: 'no statement about what the system does',
  },
];
