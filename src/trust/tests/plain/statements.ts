/** Lines of a text put together to statements: what is in brackets belongs together. */

export type Statement = { text: string; line: number; indent: number };

const depthOf = (line: string): number => {
  const bare = line.replaceAll(/"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'/g, '');
  return (bare.match(/[([]/g)?.length ?? 0) - (bare.match(/[)\]]/g)?.length ?? 0);
};

const most = 40;

/** A line that goes on: `.should(…)`, `->method()` */
const continues = (line: string): boolean => /^\s*(?:\.|\?\.|->|&&|\|\|)/.test(line);

export const statementsIn = (lines: readonly string[], first: number): Statement[] => {
  const statements: Statement[] = [];
  for (let place = 0; place < lines.length; place += 1) {
    const start = place;
    let text = lines[place] ?? '';
    let depth = depthOf(text);
    while (place + 1 < lines.length && place - start < most && (depth > 0 || continues(lines[place + 1] ?? ''))) {
      place += 1;
      text += `\n${lines[place]}`;
      depth += depthOf(lines[place] ?? '');
    }
    if (text.trim() !== '')
      statements.push({ text: text.trim(), line: first + start, indent: /^\s*/.exec(text)?.[0].length ?? 0 });
  }
  return statements;
};
