/** Files of tasks that people run by name: Makefile, justfile, Taskfile. They tell where nothing else does. */
import { keysAt, yamlIn } from '../data.ts';
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds, type FoundCommand } from '../found.ts';

type Runner = {
  program: string;
  files: readonly string[];
  targets: (text: string) => string[];
  line: (target: string) => RegExp;
  remedy: string;
};

const rules = (text: string): string[] =>
  [...text.matchAll(/^([A-Za-z][\w.-]*)(?:[ \t]+[A-Za-z][\w.-]*)*[ \t]*::?(?![=:])/gm)].flatMap(([head]) =>
    head.replace(/:+$/, '').trim().split(/\s+/),
  );

/** Without those that cannot be run without an argument; `*args` and `name="all"` need none. */
const recipes = (text: string): string[] =>
  [
    ...text.matchAll(
      /^@?([A-Za-z][\w-]*)((?:[ \t]+[+*]?\$?[\w-]+(?:=(?:"[^"\n]*"|'[^'\n]*'|[^\s:]+))?)*)[ \t]*:(?!=)/gm,
    ),
  ]
    .filter(([, , parameters = '']) =>
      parameters
        .trim()
        .split(/\s+/)
        .every((each) => /^$|^\*|=/.test(each)),
    )
    .map(([, name = '']) => name);

const runners: readonly Runner[] = [
  {
    program: 'make',
    files: ['GNUmakefile', 'makefile', 'Makefile'],
    targets: rules,
    line: (target) => new RegExp(`^(?:[\\w.-]+ )*${target}\\b[^:=\\n]*:`, 'm'),
    remedy: 'install make',
  },
  {
    program: 'just',
    files: ['justfile', 'Justfile', '.justfile'],
    targets: recipes,
    line: (target) => new RegExp(`^@?${target}\\b`, 'm'),
    remedy: 'install just',
  },
  {
    program: 'task',
    files: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml'],
    targets: (text) => keysAt(yamlIn(text), ['tasks']),
    line: (target) => new RegExp(`^\\s+${target}:`, 'm'),
    remedy: 'install task from https://taskfile.dev',
  },
];

const testTargets = ['test', 'tests', 'check', 'unittest', 'unit-test'] as const;

/** What is only built is verified by that, where it is built at all. */
const isCompiled = (file: string): boolean => /\.(?:c|cc|cpp|cxx|h|hpp|f90|asm)$/.test(file);

/** Its recipe writes a file of that name: the program that tests, which another target runs. */
const isProgram = (text: string, target: string): boolean =>
  new RegExp(`^${target}[ \\t]*:[^=\\n]*\\n(?:\\t.*\\n)*?\\t.*-o[ \\t]*(?:\\$@|${target}\\b)`, 'm').test(text);

const testTarget = (names: ReadonlySet<string>, text: string): string | undefined => {
  const found = testTargets.filter((name) => names.has(name));
  return found.find((name) => !isProgram(text, name)) ?? found[0];
};

const targetIn = (folder: Folder, { program, targets }: Runner, text: string): string | null => {
  const names = new Set(targets(text));
  const test = testTarget(names, text);
  if (test !== undefined) return test;
  return program === 'make' && folder.files.some(isCompiled) ? '' : null;
};

const inRunner = (folder: Folder, runner: Runner): Finds => {
  const file = runner.files.find((each) => folder.has(each));
  const target = file === undefined ? null : targetIn(folder, runner, folder.text(file));
  if (file === undefined || target === null) return finds({});
  const places = [folder.place(file, target === '' ? undefined : runner.line(target))];
  if (!folder.canStart(runner.program))
    return finds({ leftOut: [{ message: `${runner.program} is not installed`, remedy: runner.remedy, places }] });
  const verify: FoundCommand = { command: folder.run(`${runner.program} ${target}`.trim()), places };
  const configure = folder.has('configure') && runner.program === 'make';
  return finds({
    kinds: [runner.program],
    setup: configure ? [{ command: folder.run('sh ./configure'), places: [folder.place('configure')] }] : [],
    verify: [verify],
    leftOut: target === '' ? [{ message: `${file} has no target that tests: it is only built`, places }] : [],
  });
};

export const tasks: Detector = {
  marks: markedBy(...runners.flatMap(({ files }) => files)),
  detect: (folder) =>
    runners
      .map((runner) => inRunner(folder, runner))
      .find(({ verify, leftOut }) => verify.length + leftOut.length > 0) ?? finds({}),
};
