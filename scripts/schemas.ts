/**
 * Writes the JSON schemas that others build on into dist/: of fixpoint.yaml, and of everything that Fixpoint writes or
 * is answered.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Config } from '../src/config/schema.ts';
import {
  AdjudicateInput,
  ChallengeInput,
  ClarifyInput,
  FixAnswer,
  FixInput,
  PlanInput,
  ReviewInput,
} from '../src/model/answer.ts';
import { ClarifyResponse } from '../src/model/answers/clarify-response.ts';
import { RunEvent } from '../src/model/event.ts';
import { Explanation } from '../src/model/finding/explanation.ts';
import { Finding } from '../src/model/finding.ts';
import { Listing } from '../src/model/listing.ts';
import { Report } from '../src/model/report.ts';
import { GroupedReviewAnswer, ReviewAnswer } from '../src/model/answers/review.ts';
import { FixTodo, MasterTodo } from '../src/model/todo.ts';
import { ChallengeAnswer } from '../src/stages/challenge/schema.ts';
import { AdjudicateAnswer } from '../src/stages/dispute/schema.ts';
import { ClarifyAnswer } from '../src/stages/plan/clarify-answer.ts';
import { PlanAnswer } from '../src/stages/plan/plan-answer.ts';

const StoredEvent = z.intersection(RunEvent, z.object({ run: z.string(), seq: z.int(), at: z.string() }));

/** What every answer of a `command` agent may hold besides. */
const { session, usage } = FixAnswer.shape;
const besides = { session, usage };

const ScoresByCode = z.object({
  issues: z.record(z.string(), ChallengeAnswer.shape.issues.element.omit({ code: true })),
});

type Published = Readonly<Record<string, { title: string; schema: z.ZodType }>>;

const inputs = {
  fix: FixInput,
  review: ReviewInput,
  clarify: ClarifyInput,
  plan: PlanInput,
  challenge: ChallengeInput,
  adjudicate: AdjudicateInput,
};
const answers = {
  fix: FixAnswer,
  review: z.union([ReviewAnswer.extend(besides), GroupedReviewAnswer.extend(besides)]),
  clarify: ClarifyAnswer.extend(besides),
  plan: z.union([PlanAnswer.extend(besides), MasterTodo.extend(besides)]),
  challenge: z.union([ScoresByCode.extend(besides), ChallengeAnswer.extend(besides)]),
  adjudicate: AdjudicateAnswer.extend(besides),
};

/** By path below dist/. */
const ofAgents: Published = Object.fromEntries([
  ...Object.entries(inputs).map(([role, schema]) => [
    `schemas/${role}-input.json`,
    { title: `What a command agent is given in role ${role}, in the file that FIXPOINT_INPUT names`, schema },
  ]),
  ...Object.entries(answers).map(([role, schema]) => [
    `schemas/${role}-answer.json`,
    { title: `What a command agent answers in role ${role}, in the file that FIXPOINT_ANSWER names`, schema },
  ]),
]);

const published: Published = {
  ...ofAgents,
  'schemas/clarify-response.json': {
    title: 'The document of fixpoint clarify --json: what is asked, and whether a plan can be made',
    schema: ClarifyResponse,
  },
  'schema.json': { title: 'fixpoint.yaml: the configuration of Fixpoint', schema: Config },
  'schemas/event.json': { title: 'One line of --jsonl: something that happened in a run', schema: StoredEvent },
  'schemas/explanation.json': { title: 'The document of fixpoint explain --json', schema: Explanation },
  'schemas/finding.json': { title: 'A finding', schema: Finding },
  'schemas/findings.json': { title: 'The document of fixpoint findings --json', schema: Listing },
  'schemas/fix-todo.json': { title: 'fix_todo_{code}.json: how one finding is to be fixed', schema: FixTodo },
  'schemas/master-todo.json': { title: 'master_todo.json: the order in which findings are fixed', schema: MasterTodo },
  'schemas/report.json': { title: 'The document of --json: what became of every finding', schema: Report },
};

/**
 * As written by people and programs, before defaults are filled in; readers may meet keys that are newer than the
 * schema.
 */
export const jsonSchemas = (): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(published).map(([path, { title, schema }]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
      return [path, { $schema, title, ...rest }];
    }),
  );

export const writeSchemas = async (folder: string): Promise<void> => {
  for (const [path, schema] of Object.entries(jsonSchemas())) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(schema, null, 2)}\n`);
  }
};

if (import.meta.main) await writeSchemas(join(import.meta.dirname, '../dist'));
