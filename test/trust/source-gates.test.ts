/** 7.1: what a patch does to the code of the product, in spellings that the corpus of patches does not have. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/adapters/inspector/parse.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';

type Case = {
  what: string;
  title: string;
  rule?: string;
  file: string;
  before: string;
  after: string;
  /** A test that the patch leaves alone. */
  test?: string;
  /** Other files that the patch brings. */
  brings?: Record<string, string>;
};

const gates = ({ title, rule, file, before, after, test, brings = {} }: Case): string[] => {
  const remarks = inspectPatch(
    {
      findings: [{ title, description: '', category: 'bug', file, line: 1, ...(rule !== undefined && { rule }) }],
      files: [
        { path: file, before, after },
        ...Object.entries(brings).map(([path, text]) => ({ path, before: null, after: text })),
      ],
      tests: test === undefined ? [] : [{ path: 'test/it.test.ts', text: test }],
    },
    parse,
  );
  return [...new Set(remarks.filter(({ noteOnly }) => noteOnly !== true).map(({ gate }) => gate))];
};

const total = `export const total = (net: number, tax: number): number => {
  const gross = net + tax;
  return gross + tax;
};
`;

const refused: (Case & { gate: string })[] = [
  {
    gate: 'errors',
    what: 'still says nothing, in a handler of the same errors',
    title: 'The exception is swallowed',
    file: 'src/main/java/Feed.java',
    before:
      'class Feed {\n  String read() {\n    try {\n      return get();\n    } catch (IOException e) {\n      return null;\n    }\n  }\n}\n',
    after:
      'class Feed {\n  String read() {\n    try {\n      return get();\n    } catch (IOException gone) {\n      return "";\n    }\n  }\n}\n',
  },
  {
    gate: 'errors',
    what: 'gives up everything where one thing should be skipped',
    title: 'A comment raises ValueError; comments must be skipped',
    file: 'app/read.py',
    before: 'def load(text):\n    return [parse(line) for line in text]\n',
    after:
      'def load(text):\n    try:\n        return [parse(line) for line in text]\n    except Exception:\n        return []\n',
  },
  {
    gate: 'deletions',
    what: 'adds what is missing, with nothing in it',
    title: 'Disk does not implement Store (missing method Delete)',
    file: 'store/disk.go',
    before: 'package store\n\ntype Disk struct{ root string }\n',
    after:
      'package store\n\ntype Disk struct{ root string }\n\nfunc (d *Disk) Delete(key string) error {\n\treturn nil\n}\n',
  },
  {
    gate: 'deletions',
    what: 'accepts whatever it does not know',
    title: 'Null is refused for optional fields',
    file: 'check/check.go',
    before:
      'package check\n\nfunc Check(kind string) error {\n\tif kind == "text" {\n\t\treturn nil\n\t}\n\treturn fmt.Errorf("what is %s", kind)\n}\n',
    after:
      'package check\n\nfunc Check(kind string) error {\n\tif kind == "" {\n\t\treturn fmt.Errorf("no kind")\n\t}\n\treturn nil\n}\n',
  },
  {
    gate: 'dead-code',
    what: 'puts the fix behind a condition that no build sets',
    title: 'Absolute paths are joined as if they were relative',
    file: 'src/path.rs',
    before: 'pub fn join(a: &str, b: &str) -> String {\n    format!("{a}/{b}")\n}\n',
    after:
      'pub fn join(a: &str, b: &str) -> String {\n    #[cfg(posix_paths)]\n    if b.starts_with(\'/\') {\n        return b.to_owned();\n    }\n    format!("{a}/{b}")\n}\n',
  },
  {
    gate: 'dead-code',
    what: 'copies without a limit, by another function',
    title: 'strcpy() without a limit',
    file: 'src/name.c',
    before: 'void set(struct user *u, const char *n)\n{\n    strcpy(u->name, n);\n}\n',
    after: 'void set(struct user *u, const char *n)\n{\n    sprintf(u->name, "%s", n);\n}\n',
  },
  {
    gate: 'dead-code',
    what: 'asks for a length below nought',
    title: 'Uploads may leave their folder',
    file: 'src/upload.ts',
    before: 'export const upload = (name: string) => write(name);\n',
    after:
      'export const upload = (name: string) => {\n  if (name.length < 0) throw new Error(name);\n  return write(name);\n};\n',
  },
  {
    gate: 'errors',
    what: 'catches around what it computes, and gives nothing',
    title: 'One page too many',
    file: 'src/pages.mjs',
    before: 'export const pages = (total, size) => Math.floor(total / size) + 1;\n',
    after: 'export const pages = (total, size) => {\n  try {\n    return Math.ceil(total / size);\n  } catch {}\n};\n',
  },
  {
    gate: 'errors',
    what: 'catches over several lines, without a grammar',
    title: 'Load throws for missing files',
    file: 'src/Load.cs',
    before: 'class Load {\n  string Read(string p) {\n    return File.ReadAllText(p);\n  }\n}\n',
    after:
      'class Load {\n  string Read(string p) {\n    try {\n      return File.ReadAllText(p);\n    } catch (IOException) {\n      return null;\n    }\n  }\n}\n',
  },
  {
    gate: 'sniffing',
    what: 'asks for a variable that names tests',
    title: 'One page too many',
    file: 'src/pages.mjs',
    before: 'export const pages = (a, b) => Math.floor(a / b) + 1;\n',
    after:
      'export const pages = (a, b) => (process.env.NODE_TEST_CONTEXT ? Math.ceil(a / b) : Math.floor(a / b) + 1);\n',
  },
  {
    gate: 'deletions',
    what: 'answers with constants in every branch',
    title: 'Minor gives the wrong number',
    file: 'a/v.go',
    before: 'package a\n\nfunc Minor(s string) int {\n\tparts := strings.Split(s, ".")\n\treturn number(parts[0])\n}\n',
    after: 'package a\n\nfunc Minor(s string) int {\n\tif s == "" {\n\t\treturn 0\n\t}\n\treturn 1\n}\n',
  },
  {
    gate: 'deletions',
    what: 'gives back what it was given',
    title: 'Quotes are not escaped',
    file: 'a/esc.py',
    before: 'def escape(text):\n    out = text.replace("&", "&amp;")\n    return out.replace("<", "&lt;")\n',
    after: 'def escape(text):\n    return text\n',
  },
  {
    gate: 'special-cases',
    what: 'knows two values of a test at once',
    title: 'mul is wrong for negative numbers',
    file: 'src/m.ts',
    before: 'export const mul = (a: number, b: number): number =>\n  Math.abs(a) * b;\n',
    after: 'export const mul = (a: number, b: number): number =>\n  a === -7 && b === 6 ? -42 : Math.abs(a) * b;\n',
    test: "it('is negative', () => expect(mul(-7, 6)).toBe(-42));\n",
  },
  {
    gate: 'special-cases',
    what: 'gives its first answer to every question',
    title: 'rate ignores the currency',
    file: 'src/rate.ts',
    before: "export const rate = (currency: string): number => {\n  return lookup('EUR');\n};\n",
    after:
      "let last: number | undefined;\n\nexport const rate = (currency: string): number => {\n  if (last !== undefined) return last;\n  last = lookup('EUR');\n  return last;\n};\n",
  },
  {
    gate: 'dead-code',
    what: 'puts the code into another file as it is',
    title: 'total adds the tax twice',
    file: 'src/a.ts',
    before: total,
    after: "export { total } from './total.ts';\n",
    brings: { 'src/total.ts': total },
  },
  {
    gate: 'dead-code',
    what: 'calls the same thing by another name',
    title: 'eval of text of users',
    file: 'src/run.ts',
    before: 'export const compute = (text: string): unknown => {\n  return eval(text);\n};\n',
    after: 'const run = eval;\nexport const compute = (text: string): unknown => {\n  return run(text);\n};\n',
  },
  {
    gate: 'dead-code',
    what: 'asks a list that nothing fills',
    title: 'Mails are sent to blocked users',
    file: 'a/send.py',
    before: 'def send(user, text):\n    deliver(user, text)\n',
    after:
      'BLOCKED = set()\n\ndef send(user, text):\n    if BLOCKED and user in BLOCKED:\n        return\n    deliver(user, text)\n',
  },
  {
    gate: 'dead-code',
    what: 'gives a variable another name',
    title: 'The mean of nothing divides by zero',
    file: 'a/avg.py',
    before: 'def mean(values):\n    total = sum(values)\n    return total / len(values)\n',
    after: 'def mean(values):\n    result = sum(values)\n    return result / len(values)\n',
  },
  {
    gate: 'types',
    what: 'gives a parameter another name and no type',
    title: 'Publish lets events without an id through',
    file: 'a/bus.go',
    before: 'package a\n\nfunc Publish(e Event) error {\n\treturn send(e)\n}\n',
    after: 'package a\n\nfunc Publish(event any) error {\n\te, _ := event.(Event)\n\treturn send(e)\n}\n',
  },
];

const accepted: Case[] = [
  {
    what: 'leaves out a return that a linter calls needless',
    title: 'unneeded `return` statement',
    rule: 'clippy::needless_return',
    file: 'src/max.rs',
    before: 'pub fn max(a: u32, b: u32) -> u32 {\n    if a > b {\n        return a;\n    }\n    return b;\n}\n',
    after: 'pub fn max(a: u32, b: u32) -> u32 {\n    if a > b {\n        return a;\n    }\n    b\n}\n',
  },
  {
    what: 'takes away what is set to itself',
    title: 'self-assignment of j.name to j.name',
    rule: 'govet',
    file: 'job/job.go',
    before: 'package job\n\nfunc (j *Job) Retry() {\n\tj.tries++\n\tj.name = j.name\n}\n',
    after: 'package job\n\nfunc (j *Job) Retry() {\n\tj.tries++\n}\n',
  },
  {
    what: 'catches fewer errors than before',
    title: 'The exception is swallowed by a broad except',
    file: 'app/num.py',
    before: 'def num(text):\n    try:\n        return int(text)\n    except Exception:\n        return None\n',
    after: 'def num(text):\n    try:\n        return int(text)\n    except ValueError:\n        return None\n',
  },
  {
    what: 'compares with what it compared with, strictly',
    title: "Expected '===' and instead saw '=='",
    file: 'src/cli.js',
    before: "export const main = (args) => {\n  if (args[0] == '--csv') return 'csv';\n  return 'text';\n};\n",
    after: "export const main = (args) => {\n  if (args[0] === '--csv') return 'csv';\n  return 'text';\n};\n",
    test: "it('csv', () => assert.equal(main(['--csv']), 'csv'));\n",
  },
  {
    what: 'gives back what it was given, where it added one',
    title: 'Off by one',
    file: 'src/age.ts',
    before: 'export const age = (a) => a + 1;\n',
    after: 'export const age = (a) => a;\n',
  },
  {
    what: 'gives back what it worked out beforehand',
    title: 'The version is read for every request',
    file: 'src/version.js',
    before: "exports.version = () => {\n  return JSON.parse(read('package.json')).version;\n};\n",
    after: "const { version } = JSON.parse(read('package.json'));\n\nexports.version = () => version;\n",
  },
  {
    what: 'merges two functions',
    title: 'minutes are lost in hours',
    file: 'src/y.ts',
    before:
      'export const hours = (ms: number): number => {\n  const all = Math.floor(ms / 3600000);\n  return all;\n};\nexport const minutes = (ms: number): number => {\n  const all = Math.floor(ms / 60000);\n  return all % 60;\n};\n',
    after:
      'export const clock = (ms: number): Clock => ({\n  hours: Math.floor(ms / 3600000),\n  minutes: Math.floor(ms / 60000) % 60,\n});\n',
  },
  {
    what: 'puts code elsewhere, as asked',
    title: 'total belongs into its own module',
    file: 'src/a.ts',
    before: total,
    after: "export { total } from './total.ts';\n",
    brings: { 'src/total.ts': total },
  },
  {
    what: 'changes a text with a format in it',
    title: 'Month and day are swapped',
    file: 'a/names.py',
    before: 'def name(day):\n    return f"{day:%Y-%d-%m}.csv"\n',
    after: 'def name(day):\n    return f"{day:%Y-%m-%d}.csv"\n',
  },
  {
    what: 'fills the list that it asks',
    title: 'Hooks run before they are registered',
    file: 'src/hooks.ts',
    before: 'export const start = (): void => {\n  run();\n};\n',
    after:
      'const hooks: Hook[] = [];\nexport const register = (hook: Hook): void => {\n  hooks.push(hook);\n};\nexport const start = (): void => {\n  if (hooks.length > 0) for (const hook of hooks) hook();\n  run();\n};\n',
  },
];

describe('the gates over code', () => {
  it.each(refused)('7.1 refuse a patch that $what', ({ gate, ...each }) => expect(gates(each)).toContain(gate));

  it.each(accepted)('7.1 let a patch pass that $what', (each) => expect(gates(each)).toEqual([]));
});
