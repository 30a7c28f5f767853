/** Writes the JSON schemas that others build on into dist/: of fixpoint.yaml, and of everything that Fixpoint writes or is answered. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { Config } from '../src/config/schema.ts';
import { FixAnswer, FixInput } from '../src/model/answer.ts';
import { RunEvent } from '../src/model/event.ts';
import { Finding } from '../src/model/finding.ts';
import { Listing } from '../src/model/listing.ts';
import { Report } from '../src/model/report.ts';

const StoredEvent = z.intersection(RunEvent, z.object({ run: z.string(), seq: z.int(), at: z.string() }));

/** By path below dist/. */
const published: Readonly<Record<string, { title: string; schema: z.ZodType }>> = {
  'schema.json': { title: 'fixpoint.yaml: the configuration of Fixpoint', schema: Config },
  'schemas/event.json': { title: 'One line of --jsonl: something that happened in a run', schema: StoredEvent },
  'schemas/finding.json': { title: 'A finding', schema: Finding },
  'schemas/findings.json': { title: 'The document of fixpoint findings --json', schema: Listing },
  'schemas/fix-input.json': { title: 'What a command agent is given in the file that FIXPOINT_INPUT names', schema: FixInput },
  'schemas/fix-answer.json': { title: 'What a command agent answers in the file that FIXPOINT_ANSWER names', schema: FixAnswer },
  'schemas/report.json': { title: 'The document of --json: what became of every finding', schema: Report },
};

/** As written by people and programs, before defaults are filled in; readers may meet keys that are newer than the schema. */
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
