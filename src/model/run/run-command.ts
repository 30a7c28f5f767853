/** What somebody may ask of a run from outside, through its inbox. */
import { z } from 'zod';

const sender = {
  id: z
    .string()
    .min(1)
    .max(200)
    .describe('Chosen by the sender: sent again under the same id, it is still one command'),
};

export const RunCommand = z.discriminatedUnion('do', [
  z
    .object({ do: z.literal('cancel'), ...sender })
    .describe('End what is under way and hand over what is proven; a second one: end at once'),
  z
    .object({ do: z.literal('answer'), ...sender, question: z.string().describe('Its id'), text: z.string() })
    .describe('Answer a question that the run waits for'),
  z
    .object({
      do: z.literal('set-limits'),
      ...sender,
      limits: z.record(z.string(), z.number().nullable()).describe('Keys of limits in the configuration'),
    })
    .describe('Other limits from here on'),
]);
export type RunCommand = z.infer<typeof RunCommand>;

/** A command with its place in the inbox: they are numbered from 1, and carried out in that order. */
export type StoredCommand = RunCommand & { n: number; at: string };
