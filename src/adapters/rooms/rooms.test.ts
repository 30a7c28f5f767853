/** Rooms for real: layers in the cage, copies in the cage, and copies without one; all of them clean. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxHere } from '../../../test/support/caged.ts';
import { begin, fixed } from '../../../test/support/custody.ts';
import { type TestRepo, testEnvironment, withRepo } from '../../../test/support/repo.ts';
import type { Custody } from '../../ports/repo.ts';
import type { Room, RoomRequest, Rooms } from '../../ports/room.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import { createRunProcess } from '../process/run-process.ts';
import { runtimeSandbox } from '../sandbox/runtime-sandbox.ts';
import { createRooms } from './rooms.ts';

type Way = 'layers' | 'caged copies' | 'copies';

const isCageUsable = await sandboxHere();
const ways: readonly Way[] = isCageUsable ? ['layers', 'caged copies', 'copies'] : ['copies'];

type Place = { rooms: Rooms; custody: Custody; home: string; run: string; test: TestRepo };

const sandboxFor = (way: Way, env: Record<string, string>, root: string): Sandbox | undefined => {
  if (way === 'copies') return undefined;
  const sandbox = runtimeSandbox({ env, hidden: [root] });
  return way === 'layers' ? sandbox : { ...sandbox, canLayer: async () => false };
};

const writeProgram = (folder: string, name: string, script: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
};

const open = async (way: Way, test: TestRepo): Promise<Place> => {
  const { repo, custody, run } = await begin(test);
  const home = join(test.folder, 'home');
  mkdirSync(join(home, '.npm'), { recursive: true });
  writeFileSync(join(home, '.npm/cached'), 'download\n');
  const programs = join(test.folder, 'programs');
  writeProgram(programs, 'npm', 'mkdir node_modules && touch src/one.ts');
  const known = testEnvironment(home);
  const PATH = `${programs}:${known['PATH'] ?? ''}`;
  const env = { ...known, PATH, XDG_CACHE_HOME: join(test.folder, 'elsewhere') };
  const rooms = await createRooms({
    custody,
    root: repo.root,
    stateDir: test.stateDir,
    runFolder: run,
    repositoryFolder: join(test.stateDir, repo.id),
    sandbox: sandboxFor(way, env, repo.root),
    needs: { hosts: [], readable: [], writable: [], docker: false },
    home,
    env,
    runProcess: createRunProcess({ environment: env }),
  });
  return { rooms, custody, home, run, test };
};

const request = (setup: string[] = []): Omit<RoomRequest, 'revision'> => ({
  setup: { commands: setup, timeoutMs: 60_000 },
  process: { marker: 'r1' },
});

const inside = async <T>(
  { rooms }: Place,
  revision: string,
  setup: string[],
  use: (room: Room) => Promise<T>,
): Promise<T> => {
  const opened = await rooms.open({ revision, ...request(setup) });
  if (!opened.ok) throw new Error(opened.reason);
  try {
    return await use(opened.room);
  } finally {
    await opened.room.close();
  }
};

const said = async (room: Room, command: string): Promise<string> => {
  const { stdout, stderr } = await room.run({ command, timeoutMs: 60_000 });
  return `${stdout}${stderr}`.trim();
};

const make = 'mkdir deps && echo "made in $PWD" > deps/tool';

describe.each(ways)('rooms by %s', (way) => {
  it('5.8 hold exactly the tree, and nothing that an earlier one left', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      const { tree } = place.custody.start;
      const mess =
        'echo x >> README.md; mkdir left; chmod 555 src; echo x > "$HOME/left"; echo x > "${TMPDIR:-/tmp}/left"; git status --short';
      await inside(place, tree, [], async (room) => {
        expect(await said(room, mess)).toContain('M README.md');
        expect(await room.changed()).toEqual(['README.md']);
        // Commands of one proof see what earlier ones left, as in one clone.
        expect(await said(room, 'ls -d left')).toBe('left');
      });
      const look =
        'ls -d left 2>&1; ls "${TMPDIR:-/tmp}/left" 2>&1; stat -c %a src; git status --short; git log --format=%s -1 | wc -l';
      await inside(place, tree, [], async (room) => {
        const lines = (await said(room, look)).split('\n');
        expect(lines.filter((line) => !line.includes('No such file'))).toEqual(['755', '1']);
        expect(room.caged).toBe(way !== 'copies');
      });
      if (way !== 'copies') expect(existsSync(join(place.home, 'left'))).toBe(false);
    }));

  it('5.3, 5.8 have what set-up made for their tree, which no command can change for another', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      const patch = await fixed(place.custody);
      for (const revision of [place.custody.start.commit, patch, place.custody.start.commit]) {
        const seen = await inside(place, revision, [make], (room) =>
          said(room, 'cat deps/tool; pwd; echo evil > deps/tool'),
        );
        const [tool, at] = seen.split('\n');
        expect(tool).toBe(`made in ${at}`);
      }
    }));

  it('5.8 have files of one age, as in a fresh clone, and what set-up made is younger', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      const times = 'stat -c %Y README.md src/*.ts | sort -u | wc -l; [ deps/tool -nt README.md ] && echo younger';
      for (const revision of [place.custody.start.tree, await fixed(place.custody), place.custody.start.tree])
        expect(await inside(place, revision, [make], (room) => said(room, times))).toBe('1\nyounger');
    }));

  it('5.8 have nothing that set-up compiled from files of the tree, which would be run for those of a patch', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      const compile =
        'mkdir -p src/__pycache__ deps/__pycache__ && touch src/__pycache__/one.pyc deps/__pycache__/two.pyc';
      const look = 'find . -name "*.pyc"; git status --short --ignored';
      const lookInside = () => inside(place, place.custody.start.tree, [compile], (room) => said(room, look));
      // The first one may be where set-up itself has run.
      await lookInside();
      const seen = await lookInside();
      expect(seen.split('\n')).toEqual(['./deps/__pycache__/two.pyc', '?? deps/']);
    }));

  it('5.8 have in their home, and among downloads that the user has, what set-up left there, and nothing of each other', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      mkdirSync(join(place.home, '.cargo/registry'), { recursive: true });
      const install =
        'mkdir -p ~/.tool ~/.cargo/registry && echo tool > ~/.tool/it && echo new > ~/.cargo/registry/new && git config --global a.b c';
      const look =
        'cat ~/.tool/it ~/.cargo/registry/new; git config --global a.b; git config user.name; echo x > ~/.tool/it';
      // Without a cage it is the home folder of the user that everybody writes to.
      const tool = (n: number): string => (way === 'copies' && n === 1 ? 'x' : 'tool');
      const revisions = [place.custody.start.tree, place.custody.start.tree, await fixed(place.custody)];
      for (const [n, revision] of revisions.entries()) {
        const seen = await inside(place, revision, [install], (room) => said(room, look));
        expect(seen.split('\n').slice(0, 3)).toEqual([tool(n), 'new', 'c']);
      }
      expect(existsSync(join(place.home, '.tool'))).toBe(way === 'copies');
    }));

  it('5.3 say why set-up cannot be had', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      const opened = await place.rooms.open({
        revision: place.custody.start.tree,
        ...request(['echo no such mirror >&2; exit 7']),
      });
      expect(opened).toMatchObject({ ok: false, cancelled: false, output: expect.stringContaining('no such mirror') });
    }));

  it('5.3 tell package managers where there is no network, and say so when set-up fails there', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      const reasons: string[] = [];
      for (const revision of [place.custody.start.tree, await fixed(place.custody)]) {
        const opened = await place.rooms.open({ revision, ...request(['echo "[$npm_config_offline]"; exit 7']) });
        if (!opened.ok) reasons.push(`${opened.output.trim()} ${opened.reason}`);
      }
      const [atStart, ofPatch] = reasons;
      expect(atStart).toMatch(/^\[\] .*\(exit 7\)$/);
      expect(ofPatch).toMatch(
        way === 'copies' ? /^\[\] .*\(exit 7\)$/ : /^\[true\] .*without the network.*verify\.needs/,
      );
    }));

  it('5.8 use what set-up made for a patch as well, though it touched a file on its way', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      const notes: unknown[] = [];
      for (const revision of [place.custody.start.commit, await fixed(place.custody)]) {
        const opened = await place.rooms.open({ revision, ...request(['npm ci']) });
        if (!opened.ok) throw new Error(opened.reason);
        notes.push(opened.setup?.reused, await said(opened.room, 'cat src/one.ts'));
        await opened.room.close();
      }
      expect(notes).toEqual([false, expect.not.stringMatching('fixed'), true, 'fixed']);
    }));

  it('5.8 give agents what set-up made, and none of it to their patch or to the next agent', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      const { custody, rooms } = place;
      const workspace = await custody.workspace(custody.start.commit, 'agent');
      const furnished = await rooms.furnish(workspace, request([make]), custody.start.commit);
      expect(furnished).toMatchObject({ ok: true });
      expect(furnished.ok && furnished.layer !== undefined).toBe(way === 'layers');
      expect(existsSync(join(workspace.path, 'deps/tool'))).toBe(way !== 'layers');
      writeFileSync(join(workspace.path, 'new.ts'), 'x\n');
      const { files } = await custody.capture(workspace, custody.start.commit);
      expect(files.map(({ path }) => path)).toEqual(['new.ts']);
      if (furnished.ok) furnished.release?.();
      await workspace.release();
      const next = await custody.workspace(custody.start.commit, 'agent');
      expect(existsSync(join(next.path, 'deps'))).toBe(false);
    }));

  it('5.8 let a file be replaced before anything runs, and are gone when the run ends', () =>
    withRepo(async (test) => {
      const place = await open(way, test);
      await inside(place, place.custody.start.tree, [], async (room) => {
        await room.write('README.md', 'other\n');
        expect(await said(room, 'cat README.md; echo result > junit.xml')).toBe('other');
        expect(readFileSync(join(room.written, 'junit.xml'), 'utf8')).toBe('result\n');
      });
      expect(readdirSync(join(place.run, 'rooms'))).toEqual([]);
      await place.rooms.close();
      expect(existsSync(join(place.run, 'rooms'))).toBe(false);
    }));
});

describe.runIf(isCageUsable)('rooms in the cage', () => {
  it('5.8 appear at the path of the checkout, in which nothing else of the user can be seen', () =>
    withRepo(async (test) => {
      const place = await open('layers', test);
      writeFileSync(join(test.root, 'private.txt'), 'mine\n');
      mkdirSync(join(place.home, '.ssh'));
      writeFileSync(join(place.home, '.ssh/id'), 'key\n');
      await inside(place, place.custody.start.tree, [], async (room) => {
        expect(room.path).toBe(test.root);
        expect(await said(room, 'pwd; ls private.txt ~/.ssh 2>&1 | grep -c "No such file"')).toBe(`${test.root}\n2`);
      });
    }));

  it('5.8 can use downloads of package managers, and add nothing to them', () =>
    withRepo(async (test) => {
      const place = await open('layers', test);
      await inside(place, place.custody.start.tree, [], async (room) => {
        expect(await said(room, 'cat ~/.npm/cached; echo more > ~/.npm/more; cat ~/.npm/more')).toBe('download\nmore');
      });
      expect(readdirSync(join(place.home, '.npm'))).toEqual(['cached']);
    }));

  it('5.8 are taken away though a command forbids it', () =>
    withRepo(async (test) => {
      const place = await open('layers', test);
      await inside(place, place.custody.start.tree, [], (room) =>
        said(room, 'mkdir -p a/b && touch a/b/c && chmod 000 a/b a'),
      );
      expect(readdirSync(join(place.run, 'rooms'))).toEqual([]);
      chmodSync(place.run, 0o700);
    }));
});
