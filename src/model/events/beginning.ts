/** Events of a run that begins or goes on. */
import { z } from 'zod';
import { Clarified } from '../run/clarified.ts';
import { Bundle } from '../repository/bundle.ts';
import { Origin } from '../repository/origin.ts';
import { StartRequest } from '../start-request.ts';
import { Command } from '../run/outcome.ts';
import { isAttended } from './parts.ts';

export const beginningEvents = [
  z.object({
    type: z.literal('run.started'),
    command: Command,
    request: StartRequest.describe(
      'What was asked for; the paths in it that a resumed run goes by are from the root where they lie below it',
    ),
    root: z.string().describe('Root of the user’s repository, where it was last seen'),
    repository: Origin.optional().describe('What names the repository wherever it lies'),
    base: z
      .object({ ref: z.string(), commit: z.string() })
      .optional()
      .describe(
        'What the start is compared with, by reviewing agents and for what fixers are shown; the ref is its name',
      ),
    prompts: z
      .record(z.string(), z.string())
      .optional()
      .describe('Prompts and reviewer skills that the repository has of its own, by name'),
    configuration: z
      .object({
        file: z.string().nullable().describe('The file that was read, from the root where it lies in the repository'),
        ref: z.string().optional().describe('What --config-from named'),
        commit: z
          .string()
          .optional()
          .describe('Commit that configuration, prompts, dispositions and conventions are taken from'),
      })
      .optional()
      .describe('Where the configuration comes from'),
    attended: isAttended,
    start: z.object({ commit: z.string(), tree: z.string() }),
    dirty: z.boolean().describe('The checkout had changes that were not committed'),
    sources: z.array(z.string()),
    progressIsSource: z
      .boolean()
      .optional()
      .describe('All findings come from the file that entries are added to: it has their reviews already'),
    newSince: z
      .object({ ref: z.string(), commit: z.string() })
      .optional()
      .describe('Only what came in since this commit is fixed; the ref is what it was called'),
    reviewReport: z.string().optional().describe('A review report that reaches every prompt'),
    clarified: Clarified.optional().describe('What an earlier run asked, and is gone on with (--session)'),
    agent: z.string().optional().describe('Why this agent fixes, when nobody chose one'),
    seal: z.string().optional().describe('Hash of the control repository, against tampering'),
    config: z.unknown().describe('The configuration, normalised; frozen for the whole run'),
    version: z.string(),
  }),
  z.object({
    type: z.literal('run.resumed'),
    version: z.string(),
    attended: isAttended,
    limits: z.record(z.string(), z.number().nullable()).optional().describe('Limits that are other from here on'),
    starts: z
      .array(z.object({ what: z.string(), command: z.string() }))
      .optional()
      .describe('What may be started from here on because the configuration says so'),
  }),
  z.object({
    type: z.literal('process.started'),
    pid: z.int(),
    startTime: z.string(),
    host: z.string().optional().describe('The machine that it was started on'),
    what: z.string(),
    shown: z
      .object({ command: z.string(), isSetup: z.boolean().optional() })
      .optional()
      .describe('Of commands of the repository: what was started, and whether it prepares the folder for others'),
  }),
  z
    .object({ type: z.literal('run.moved'), root: z.string(), seal: z.string() })
    .describe('The run continues at another place: its control repository was rebuilt there'),
  z
    .object({ type: z.literal('commits.kept'), ...Bundle.shape })
    .describe('Commits that later events name are kept as a bundle, from which the run can be rebuilt elsewhere'),
  z.object({ type: z.literal('warning'), message: z.string() }),
] as const;
