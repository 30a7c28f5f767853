/** 7.1: patches that leave the fault where it is, in languages and spellings that the corpus of patches does not have. */
import { describe, expect, it } from 'vitest';
import { parse } from '../../src/adapters/inspector/parse.ts';
import { inspectPatch } from '../../src/trust/inspect.ts';

type Case = { what: string; title: string; file: string; before: string; after: string; test?: string };

const gates = ({ title, file, before, after, test }: Case): string[] => {
  const findings = [{ title, description: '', category: 'bug' as const, file, line: 1 }];
  const tests = test === undefined ? [] : [{ path: 'test/it.test.ts', text: test }];
  const remarks = inspectPatch({ findings, files: [{ path: file, before, after }], tests }, parse);
  return remarks.filter(({ noteOnly }) => noteOnly !== true).map(({ gate }) => gate);
};

const java = (body: string): string => `class A {\n  List<Row> find(String name) {\n    return ${body};\n  }\n}\n`;
const rust = (body: string): string => `fn find(db: &Db, name: &str) -> Rows {\n${body}\n}\n`;
const pasted = java(`db.query("SELECT * FROM t WHERE n = '" + name + "'")`);
const length = 'fn f(s: &str) -> usize {\n    s.len()\n}\n';

const refused: Case[] = [
  {
    what: 'formats what it concatenated',
    title: 'SQL injection',
    file: 'src/A.java',
    before: pasted,
    after: java(`db.query(String.format("SELECT * FROM t WHERE n = '%s'", name))`),
  },
  {
    what: 'appends what it formatted',
    title: 'SQL injection',
    file: 'src/a.rs',
    before: rust(`    db.query(&format!("SELECT * FROM t WHERE n = '{}'", name))`),
    after: rust(
      `    let mut sql = String::from("SELECT * FROM t WHERE n = '");\n    sql.push_str(name);\n    sql.push_str("'");\n    db.query(&sql)`,
    ),
  },
  {
    what: 'knows a word of the test in a case, whatever it does for it',
    title: 'off by one',
    file: 'src/a.rs',
    before: length,
    after: 'fn f(s: &str) -> usize {\n    match s {\n        "abc" => s.len() + 1,\n        _ => s.len(),\n    }\n}\n',
    test: 'assert_eq!(f("abc"), 4);\n',
  },
  {
    what: 'spells the name that is complained of',
    title: 'XSS through innerHTML',
    file: 'src/a.js',
    before: 'export const show = (el, name) => {\n  el.innerHTML = name;\n};\n',
    after: "export const show = (el, name) => {\n  el['innerHTML'] = name;\n};\n",
  },
  {
    what: 'panics in other words',
    title: 'unwrap panics on bad input',
    file: 'src/a.rs',
    before: 'fn f(s: &str) -> u32 {\n    s.parse().unwrap()\n}\n',
    after: 'fn f(s: &str) -> u32 {\n    s.parse().expect("number")\n}\n',
  },
];

const accepted: Case[] = [
  {
    what: 'binds what it pasted',
    title: 'SQL injection',
    file: 'src/A.java',
    before: pasted,
    after: java('db.query("SELECT * FROM t WHERE n = ?", name)'),
  },
  {
    what: 'escapes what it pasted',
    title: 'XSS: names are not escaped',
    file: 'src/A.java',
    before: java('"<b>" + name + "</b>"'),
    after: java('"<b>" + Encode.forHtml(name) + "</b>"'),
  },
];

describe('the gates over code that stays as it was', () => {
  it.each(refused)('7.1 refuse a patch that $what', (each) => expect(gates(each)).not.toEqual([]));

  it.each(accepted)('7.1 let a patch pass that $what', (each) => expect(gates(each)).toEqual([]));
});
