/**
 * A fixer that is up to no good: node agent.mjs WAY NUMBER. It decides by what it finds in the files, and remembers
 * nothing. Problems of tool H it fixes as it should.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const [way, number] = [process.argv[2], Number(process.argv[3])];
const prompt = readFileSync(0, 'utf8');

const read = (file) => readFileSync(file, 'utf8').split('\n');
const write = (file, lines) => writeFileSync(file, lines.join('\n'));
const files = () => readdirSync('src').map((name) => `src/${name}`);
const letters = ['A', 'B', 'C', 'D'];
const after = (letter, of) => letters[(letters.indexOf(letter) + 1) % of];
const counted = () =>
  1 +
  Math.max(
    0,
    ...files()
      .flatMap((file) => read(file).join(' ').match(/\d+/g) ?? [])
      .map(Number),
  );

/** `bad A critical rule-1`: whose problem it is, how bad, and its rule. */
const change = (line, letter, rule) => {
  const [, , severity, old] = line.split(' ');
  return `bad ${letter} ${severity} ${rule ?? old}`;
};

const ways = {
  honest: (lines, at) => void (lines[at] = 'ok'),
  /** From one tool to the next, and back again. */
  circle: (lines, at) => void (lines[at] = change(lines[at], after(lines[at][4], number))),
  /** Into the next file, which another tool looks at, and back again. */
  move: (lines, at, file) => {
    const all = files();
    const to = all[(all.indexOf(file) + 1) % number];
    const other = read(to);
    other[at] = change(lines[at], after(lines[at][4], number));
    lines[at] = 'ok';
    write(to, other);
  },
  /** Under another name each time. */
  rename: (lines, at) => void (lines[at] = change(lines[at], after(lines[at][4], 3), `rule-${counted()}`)),
  /** One goes, and several come. */
  grow: (lines, at) => {
    const from = counted();
    const news = Array.from({ length: number }, (_, n) =>
      change(lines[at], after(lines[at][4], 3), `rule-${from + n}`),
    );
    lines.splice(at, 1, 'ok', ...news);
  },
  /** It is fixed, and what was well elsewhere is not any more. */
  break: (lines, at, file) => {
    const other = files().find((each) => each !== file) ?? file;
    const there = read(other);
    const victim = there.findIndex((line) => line.startsWith('fine'));
    if (victim >= 0) there[victim] = change(lines[at], after(lines[at][4], 3), `rule-${counted()}`);
    lines[at] = 'ok';
    write(other, there);
  },
  /** What one wants, another does not. */
  fight: (lines, at) => void (lines[at] = `mode ${prompt.match(/mode has to be ([PQ])/)?.[1]}`),
  /** More code each time, with the next problem in it. */
  bloat: (lines, at) => {
    const from = counted();
    const filler = Array.from({ length: number }, (_, n) => `more ${from + n}`);
    lines.splice(at, 1, ...filler, change(lines[at], after(lines[at][4], 3), `rule-${from + number}`));
  },
  /** Something else stands there, and nothing is better. */
  pretend: (lines, at) => void (lines[at] = `odd ${counted()}`),
};

const places = [...prompt.matchAll(/^place: (\S+?):(\d+)/gm)].map(([, file, line]) => ({ file, at: Number(line) - 1 }));
for (const { file, at } of places) {
  const lines = read(file);
  const isProblem = /^(?:bad|mode|odd) /.test(lines[at] ?? '');
  if (!isProblem) continue;
  ways[lines[at].startsWith('bad H') ? 'honest' : way](lines, at, file);
  write(file, lines);
}

const ids = [...prompt.matchAll(/^## (\S+)/gm)].map(([, id]) => id);
const outcomes = ids.map((id) => ({ id, outcome: 'fixed', explanation: 'Put right.' }));
console.log(JSON.stringify({ outcomes, usage: { inputTokens: 100, outputTokens: 10 } }));
