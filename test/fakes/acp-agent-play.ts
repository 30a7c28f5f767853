/**
 * An agent that says through the Agent Client Protocol what a file tells it to, sense or nonsense.
 * Arguments: a JSON file with steps for each method, and a file for what it was told, one message on each line.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const Step = z.union([
  /** A line as it is. */
  z.object({ raw: z.string() }),
  z.object({ stderr: z.string() }),
  /** A notification. */
  z.object({ update: z.unknown() }),
  /** A request; goes on when it was answered. */
  z.object({ ask: z.unknown(), method: z.string().default('session/request_permission') }),
  /** The answer to the request that began the steps. */
  z.object({ result: z.unknown() }),
  z.object({ error: z.unknown() }),
  z.object({ exit: z.number() }),
]);
export type Step = z.input<typeof Step>;

const [script = '', log = ''] = process.argv.slice(2);
const steps = z.record(z.string(), z.array(Step)).parse(JSON.parse(readFileSync(script, 'utf8')));
const Message = z.object({ id: z.number().optional(), method: z.string().optional() });

let asked = 0;
let onAnswer: (() => void) | undefined;
const send = (message: object): void =>
  void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const play = async (id: number | undefined, list: readonly z.infer<typeof Step>[]): Promise<void> => {
  for (const step of list) {
    if ('raw' in step) process.stdout.write(`${step.raw}\n`);
    else if ('stderr' in step) process.stderr.write(step.stderr);
    else if ('update' in step) send({ method: 'session/update', params: step.update });
    else if ('result' in step) send({ id, result: step.result });
    else if ('error' in step) send({ id, error: step.error });
    else if ('exit' in step) process.exit(step.exit);
    else {
      send({ id: `ask-${++asked}`, method: step.method, params: step.ask });
      await new Promise<void>((resolve) => (onAnswer = resolve));
    }
  }
};

createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(log, `${line}\n`);
  const { id, method } = Message.catch({}).parse(JSON.parse(line));
  if (method === undefined) onAnswer?.();
  else void play(id, steps[method] ?? [{ error: { code: -32_601, message: `no ${method}` } }]);
});
