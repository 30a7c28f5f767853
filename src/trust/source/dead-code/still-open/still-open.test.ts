import { describe, expect, it } from 'vitest';
import { parse } from '../../../../adapters/inspector/parse.ts';
import { inspectPatch } from '../../../inspect.ts';

const isStillOpen = (path: string, title: string, before: string, after: string): boolean =>
  inspectPatch(
    {
      findings: [{ title, category: 'bug', description: '', file: path, line: 1 }],
      files: [{ path, before, after }],
      tests: [],
    },
    parse,
  ).some(({ rule, noteOnly }) => rule === 'still-open' && noteOnly !== true);

type Case = [path: string, title: string, before: string, after: string];

const traversal = 'Path traversal: the name leads out of the folder';
const injection = 'Command injection: the branch goes into a shell';
const go = (line: string): string => `func f(root, name string) {\n${line}\n\tserve(filepath.Join(root, name))\n}\n`;
const script = (body: string): string => `tar czf "$2" "$1"\n${body}log done\n`;
const counter = (body: string): string => `def f(self):\n${body}    self.value += 1\n`;
const job = (line: string): string => `async function run(job) {\n  ${line}\n}\n`;

describe('7.1 refuses what is put against a problem and lets it through', () => {
  it.each<Case>([
    ['a.go', traversal, go(''), go('\tname = strings.Replace(name, "../", "", 1)')],
    ['a.py', traversal, 'open(join(root, name))\n', "name = name.replace('../', '')\nopen(join(root, name))\n"],
    ['a.go', traversal, 'serve(join(root, name))\n', 'serve(filepath.Clean(join(root, name)))\n'],
    ['a.py', 'XSS in comments', 'add(text)\n', 'add(text.replace("<script>", ""))\n'],
    ['a.php', 'SQL injection', '$db->query("… $m");\n', '$m = addslashes($m);\n$db->query("… $m");\n'],
    ['a.py', 'Text is not escaped', 'add(text)\n', 'add(unescape(escape(text)))\n'],
    ['a.js', injection, 'shell(`git log ${branch}`);\n', 'shell(`git log "${branch}"`);\n'],
    ['a.js', injection, 'shell(`git ${b}`);\n', "execFile('git', [b], { shell: true });\n"],
    ['a.sh', 'Unquoted variable', 'rm -rf $target/*\n', 'eval "rm -rf $target/*"\n'],
    ['a.py', 'Lost updates', counter(''), counter('    with self.lock:\n        pass\n')],
    ['a.go', 'Lost updates', 'c.n++\n', 'c.mu.Lock()\nc.mu.Unlock()\nc.n++\n'],
    ['a.rs', 'Lost updates', 'self.n += 1;\n', 'let _ = self.lock.lock();\nself.n += 1;\n'],
    ['a.go', traversal, go(''), go('\tif !filepath.IsLocal(name) {\n\t\tlog.Print(name)\n\t}')],
    ['a.js', injection, 'run(b);\n', "if (!/[\\w./-]+/.test(b)) throw new Error('no');\nrun(b);\n"],
    ['a.sh', 'A failed backup ends with exit code 0', script(''), script('[ $? -eq 0 ] || log failed\n')],
    ['a.js', 'A job that throws stops all', job('await job();'), job('try { return job(); } catch (e) { keep(e); }')],
  ])('%s: %s: %s → %s', (...given) => expect(isStillOpen(...given)).toBe(true));

  it.each<Case>([
    ['a.go', traversal, go(''), go('\tif !filepath.IsLocal(name) { return }\n\tname = filepath.Clean(name)')],
    ['a.go', traversal, go(''), go('\tif !filepath.IsLocal(name) {\n\t\tname = ""\n\t}')],
    [
      'a.js',
      traversal,
      'send(name);\n',
      'const full = path.normalize(name);\nif (!leadsHome(full)) stop();\nsend(full);\n',
    ],
    ['a.py', traversal, 'open(name)\n', 'open(only_inside(root, os.path.normpath(name)))\n'],
    ['a.go', 'Index out of range', 'if i > n {\n}\n', 'if i < 0 || i >= n {\n}\n'],
    ['a.py', 'The name is long', 'open(name)\n', "open(name.replace('../', ''))\n"],
    ['a.py', 'XSS in comments', 'add(text)\n', 'add(escape(text.replace("<script>", "")))\n'],
    ['a.js', 'The title has no quotes', 'say(`${title}`);\n', 'say(`"${title}"`);\n'],
    ['a.js', injection, 'shell(`git ${b}`);\n', "execFile('git', [b]);\n"],
    ['a.sh', 'Unquoted variable', 'rm -rf $target/*\n', 'rm -rf "${target:?}"/*\n'],
    ['a.py', 'Lost updates', counter(''), 'def f(self):\n    with self.lock:\n        self.value += 1\n'],
    ['a.go', 'Lost updates', 'c.n++\n', 'c.mu.Lock()\nc.n++\nc.mu.Unlock()\n'],
    ['a.js', injection, 'run(b);\n', "if (!/^[\\w./-]+$/.test(b)) throw new Error('no');\nrun(b);\n"],
    ['a.sh', 'A failed backup ends with exit code 0', script(''), script('[ $? -eq 0 ] || exit 1\n')],
    [
      'a.js',
      'A job that throws stops all',
      job('await job();'),
      job('try { return await job(); } catch (e) { keep(e); }'),
    ],
  ])('but not %s: %s: %s → %s', (...given) => expect(isStillOpen(...given)).toBe(false));
});
