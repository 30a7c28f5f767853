/** Which files are programs, by their names. */

const endings = new Set(
  (
    'c cc cjs cpp cs cts cxx dart erl ex exs fs go groovy h hh hpp java js jsx kt kts lua m mjs mm mts php pl py pyi ' +
    'rb rs bash scala sh svelte swift ts tsx vue zig'
  ).split(' '),
);

export const isCode = (path: string): boolean => endings.has(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
