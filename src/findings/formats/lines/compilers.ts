/** Lines of compilers that have a way of their own to name a place. */
import { pattern } from '../../../plain/pattern.ts';

/** `/a/A.java:[3,5] message`, as Maven's compiler has it. */
export const byMaven = pattern(
  '',
  /^(?<path>\/?[^:]{1,1024}):/,
  /\[(?<line>\d{1,9}),(?<column>\d{1,9})\]\s(?<message>\S.*)$/,
);

/** Kotlin's compiler: `e: file:///a/B.kt:3:5 Unresolved reference`. */
const kotlin = /^(?<kind>[ew]): (?:file:\/\/)?(?<place>\/[^:]{1,1024}:\d{1,9}:\d{1,9}):? (?=\S)/;

export const fromKotlin = (start: string): string =>
  start.replace(kotlin, (_, kind: string, place: string) => `${place}: ${kind === 'e' ? 'error' : 'warning'}: `);
