/** Values that configuration keys share: durations, commands, names of variables. */
import { z } from 'zod';

const unitMs = new Map(Object.entries({ ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }));
const pattern = /^(\d{1,12}(?:\.\d{1,12})?)\s*(ms|s|m|h|d)$/;
/** Timers cannot wait longer, and would fire at once if asked to. */
const longestMs = 2_147_483_647;

const toMs = (value: number | string): number => {
  if (typeof value === 'number') return Math.round(value);
  const [, amount = '0', unit = 'ms'] = pattern.exec(value) ?? [];
  return Math.round(Number(amount) * (unitMs.get(unit) ?? 1));
};

/** `15m`, `90s`, or a number of milliseconds; always a number of milliseconds afterwards. */
export const Duration = z
  .union([z.number(), z.string().regex(pattern, 'a duration such as 90s, 15m or 2h')], {
    error: 'a duration such as 90s, 15m or 2h',
  })
  .refine(
    (value) => (typeof value === 'string' && !pattern.test(value)) || (toMs(value) >= 1 && toMs(value) <= longestMs),
    {
      error: 'a duration between 1ms and 24d',
    },
  )
  .transform(toMs);

const longestAgeMs = 3_650 * 86_400_000;

/** How old something may get: `10d`, or a number of milliseconds; no timer waits for it. */
export const Age = z
  .union([z.number(), z.string().regex(pattern, 'an age such as 12h or 10d')], { error: 'an age such as 12h or 10d' })
  .refine(
    (value) => (typeof value === 'string' && !pattern.test(value)) || (toMs(value) >= 1 && toMs(value) <= longestAgeMs),
    { error: 'an age between 1ms and 3650d' },
  )
  .transform(toMs);

const sayable = (text: string): boolean => text.trim() !== '' && !text.includes('\0');

/** A shell line, or a list of arguments that no shell sees. */
export const Command = z.union(
  [
    z.string().refine(sayable, { error: 'a command that is not empty' }),
    z
      .array(z.string().refine((text) => !text.includes('\0'), { error: 'an argument without NUL characters' }))
      .min(1)
      .refine(([program = '']) => sayable(program), { error: 'a list of arguments that begins with a program' }),
  ],
  { error: 'a shell line or a list of arguments' },
);
export type Command = z.infer<typeof Command>;

/** The name of an environment variable; its value stays where it is. */
export const VariableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable, without a value');

/** A command as a person would type it. */
export const showCommand = (command: Command): string =>
  typeof command === 'string'
    ? command
    : command.map((part) => (/^[\w./:=@%+,{}-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`)).join(' ');
