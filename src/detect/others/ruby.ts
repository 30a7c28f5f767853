/** Ruby: bundler; rspec, rake, Rails. */
import { type Detector, markedBy } from '../detector.ts';
import type { Folder } from '../folder.ts';
import { type Finds, finds, type Place } from '../found.ts';

/** `Rake::TestTask.new(:unit)` */
const testTask = (folder: Folder): string =>
  /TestTask\.(?:new|create)\s*\(?\s*(?::|["'])(\w[\w:]*)/.exec(folder.text('Rakefile'))?.[1] ?? 'test';

const testWays: readonly ((folder: Folder) => { command: string; places: Place[] } | null)[] = [
  (folder) =>
    folder.has('.rspec') || folder.files.some((file) => /^spec\/.*_spec\.rb$/.test(file))
      ? { command: 'rspec', places: [folder.place(folder.files.find((file) => file.endsWith('_spec.rb')) ?? '.rspec')] }
      : null,
  (folder) =>
    folder.has('bin/rails') && folder.files.some((file) => file.startsWith('test/'))
      ? { command: 'rails test', places: [folder.place('bin/rails')] }
      : null,
  (folder) =>
    task.test(folder.text('Rakefile'))
      ? { command: `rake ${testTask(folder)}`, places: [folder.place('Rakefile', task)] }
      : null,
  (folder) => {
    const test = folder.files.find((file) => testFile.test(file));
    return test === undefined ? null : { command: everyTest, places: [folder.place(test)] };
  },
];

/** `Rake::TestTask.new`, `task :test do`, `task test: [:unit]` */
const task = /\bTestTask\.(?:new|create)\b|^[ \t]*(?:multi)?task[ \t]*\(?[ \t]*(?::test\b|["']test["']|test:)/m;

/** Minitest and test-unit run what is loaded. */
const testFile = /^test\/(?:.*\/)?(?:[^/]+_test|test_[^/]+)\.rb$/;
const everyTest = `ruby -Ilib -Itest -e 'Dir["./test/**/{*_test,test_*}.rb"].sort.each { |file| require file }'`;

/** Where bundler does not bring it along, the machine has to have it. */
const notThere = (tests: { command: string; places: Place[] }): Finds => {
  const program = tests.command.split(' ')[0] ?? '';
  const remedy = `install it with \`gem install ${program}\``;
  return finds({
    kinds: ['Ruby'],
    leftOut: [{ message: `${program} is not installed`, remedy, places: tests.places }],
  });
};

const canRun = (folder: Folder, { command }: { command: string }): boolean =>
  folder.has('Gemfile') || folder.canStart(command.split(' ')[0] ?? '');

const detect = (folder: Folder): Finds => {
  const hasGemfile = folder.has('Gemfile');
  const program = hasGemfile ? 'bundle' : 'ruby';
  const places = hasGemfile ? [folder.place('Gemfile')] : [];
  if (!folder.canStart(program))
    return finds({
      kinds: ['Ruby'],
      leftOut: [
        { message: `${program} is not installed`, remedy: 'install Ruby with bundler', places, isLanguage: true },
      ],
    });
  const tests = testWays.map((way) => way(folder)).find((found) => found !== null);
  if (tests && !canRun(folder, tests)) return notThere(tests);
  const verify = tests && { ...tests, command: folder.run(`${hasGemfile ? 'bundle exec ' : ''}${tests.command}`) };
  return finds({
    kinds: ['Ruby'],
    setup: hasGemfile ? [{ command: folder.run('bundle install --quiet'), places }] : [],
    verify: verify ? [verify] : [],
    leftOut: verify
      ? []
      : [
          {
            message: 'no tests were found in Ruby',
            isAboutTests: true,
            remedy: 'name a command with --verify CMD',
            places,
          },
        ],
  });
};

export const ruby: Detector = { marks: markedBy('Gemfile', 'Rakefile', '.rspec', /\.gemspec$/), detect };
