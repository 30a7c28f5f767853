/** `node scripts/record.ts [NAME…]`: records first sessions in a real terminal, as they are, for docs/recordings. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toolchainPath, whySkipped } from '../test/support/ecosystems/machine.ts';
import { openNpmRegistry } from '../test/support/ecosystems/npm-registry.ts';
import { castOf } from './record/cast.ts';
import type { Frame } from './record/screen.ts';
import { type Session, sessions } from './record/sessions.ts';
import { lastScreen, svgOf } from './record/svg.ts';
import { openTerminal } from './record/terminal.ts';

const root = join(import.meta.dirname, '..');
const recordings = join(root, 'docs/recordings');

type Place = { folder: string; home: string; project: string; env: Record<string, string> };

/** Where cargo comes from rustup, its toolchains lie in the home folder of whoever records. */
const rustup = {
  RUSTUP_HOME: join(homedir(), '.rustup'),
  FIXPOINT_SET_VERIFY__NEEDS__READABLE: JSON.stringify([join(homedir(), '.rustup')]),
};

const writeAll = (folder: string, files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    if (name === 'my-agent') chmodSync(join(folder, name), 0o755);
  }
};

const settings = (registry: string, home: string): Record<string, string> => ({
  '.npmrc': `registry=${registry}/\nprefix=${join(home, '.npm')}\naudit=false\nfund=false\nupdate-notifier=false\n`,
  '.gitconfig': '[user]\n\tname = You\n\temail = you@example.org\n[init]\n\tdefaultBranch = main\n',
});

/** A home folder with the package in it, and a project that is committed. */
const prepare = (session: Session, registry: string): Promise<Place> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-record-')));
  const home = join(folder, 'home');
  const project = join(home, session.folder);
  const path = [join(home, '.npm/bin'), toolchainPath].join(':');
  const env = {
    HOME: home,
    PATH: path,
    PS1: String.raw`\[\e[36m\]\w\[\e[0m\] $ `,
    TERM: 'tmux-256color',
    LANG: 'C.UTF-8',
  };
  mkdirSync(project, { recursive: true });
  writeAll(home, settings(registry, home));
  writeAll(project, session.files);
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', home], { cwd: root });
  const place = { folder, home, project, env: session.name === 'rust' ? { ...env, ...rustup } : env };
  return commit(place, session).then(() => place);
};

/** Not waited for by stopping everything: the registry answers in this process. */
const commit = async ({ project, env }: Place, { prepare: first = [] }: Session): Promise<void> => {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  for (const command of [...first, 'git init -q && git add -A && git commit -qm first'])
    await promisify(execFile)('sh', ['-c', command], { cwd: project, env });
};

const limitMs = 180_000;
/** How long somebody looks at what was found before they agree, and at a result. */
const readingMs = 2_500;

const record = async ({ commands, folder, size }: Session, { project, env }: Place): Promise<Frame[]> => {
  const prompt = new RegExp(String.raw`(?:^|\n)~/${folder} \$$`);
  const terminal = await openTerminal(project, env, size);
  for (const command of commands) {
    await terminal.waitFor(prompt, limitMs);
    await delay(600);
    await terminal.type(command);
    terminal.press('Enter');
    await delay(500);
    await terminal.waitFor(new RegExp(`${prompt.source}|Use this\\?`), limitMs);
    if (command.startsWith('fixpoint run')) {
      await delay(readingMs);
      terminal.press('Enter');
      await terminal.waitFor(prompt, limitMs);
      await delay(readingMs);
    }
  }
  await delay(readingMs);
  return terminal.close();
};

/** Nothing of the machine that recorded it may be seen. */
const forbidden = ({ folder }: Place): string[] => [folder, tmpdir(), homedir(), hostname(), '127.0.0.1'];

const write = (session: Session, place: Place, frames: readonly Frame[]): void => {
  const seconds = Math.round(frames.at(-1)?.at ?? 0);
  const title = `${session.title} · real time, ${seconds} s`;
  const texts = {
    svg: svgOf(title, session.description, frames, session.size),
    cast: castOf(title, frames, session.size),
  };
  for (const [ending, text] of Object.entries(texts)) {
    const seen = forbidden(place).filter((each) => each.length > 3 && text.includes(each));
    if (seen.length > 0) throw new Error(`${session.name} shows ${seen.join(', ')}:\n${lastScreen(frames)}`);
    const file = join(recordings, `${session.name}.${ending}`);
    writeFileSync(file, text);
    console.log(
      `${session.name}.${ending}: ${Math.round(statSync(file).size / 1_000)} kB, ${frames.length} frames, ${seconds} s`,
    );
  }
};

if (spawnSync('tmux', ['-V']).status !== 0) throw new Error('tmux is not installed: apt-get install tmux');
mkdirSync(recordings, { recursive: true });
const asked = new Set(process.argv.slice(2));
const registry = await openNpmRegistry();
for (const session of sessions.filter(({ name }) => asked.size === 0 || asked.has(name))) {
  const why = whySkipped(session.needs);
  if (why !== '') {
    console.log(`${session.name}${why}`);
    continue;
  }
  const place = await prepare(session, registry.url);
  try {
    write(session, place, await record(session, place));
  } finally {
    rmSync(place.folder, { recursive: true, force: true });
  }
}
registry.close();
