/** Values that configuration keys share: durations and commands. */
import { z } from 'zod';

const unitMs = new Map(Object.entries({ ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }));
const pattern = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)$/;

/** `15m`, `90s`, or a number of milliseconds; always a number of milliseconds afterwards. */
export const Duration = z
  .union([z.number().positive(), z.string().regex(pattern, 'a duration such as 90s, 15m or 2h')])
  .transform((value) => {
    if (typeof value === 'number') return Math.round(value);
    const [, amount = '0', unit = 'ms'] = pattern.exec(value) ?? [];
    return Math.max(1, Math.round(Number(amount) * (unitMs.get(unit) ?? 1)));
  });

/** A shell line, or a list of arguments that no shell sees. */
export const Command = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
export type Command = z.infer<typeof Command>;

/** A command as a person would type it. */
export const showCommand = (command: Command): string =>
  typeof command === 'string'
    ? command
    : command.map((part) => (/^[\w./:=@%+,{}-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`)).join(' ');
