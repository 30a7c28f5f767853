/** Which folders outside of the system's are made visible for the sake of programs. */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram, programFolders } from './programs.ts';

let home = '';
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-home-')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const program = (path: string): string => {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, 0o755);
  return file;
};

/** Those in the home folder, relative to it. */
const visible = (command: string | string[], path: string[], env: Record<string, string> = {}): string[] =>
  programFolders(command, { home, env: { PATH: path.map((folder) => join(home, folder)).join(':'), ...env } })
    .filter((folder) => folder.startsWith(home))
    .map((folder) => folder.slice(home.length + 1));

describe('the folders of programs', () => {
  it('come with the libraries that an installation has beside them', () => {
    program('.nvm/versions/node/v24/bin/node');
    expect(visible('node', ['.nvm/versions/node/v24/bin'])).toEqual(
      expect.arrayContaining(['.nvm/versions/node/v24/bin', '.nvm/versions/node/v24/lib']),
    );
  });

  it('come with the file by which shims know their version, wherever they lie', () => {
    program('tools-of-mine/pyenv/shims/python3');
    expect(visible('python3', ['tools-of-mine/pyenv/shims'])).toEqual(
      expect.arrayContaining(['tools-of-mine/pyenv/version', 'tools-of-mine/pyenv/versions', '.tool-versions']),
    );
  });

  it('come with nothing that lies beside them in the home folder', () => {
    for (const file of ['bin/x', '.local/bin/y', '.cargo/bin/z', 'scripts/w']) program(file);
    const seen = visible('x', ['bin', '.local/bin', '.cargo/bin', 'scripts', '']);
    expect(seen).toEqual(expect.arrayContaining(['bin', '.local/bin', '.cargo/bin', 'scripts']));
    for (const closed of ['', 'lib', '.local', '.local/share', '.cargo', '.cargo/credentials.toml'])
      expect(seen).not.toContain(closed);
  });

  it('are those of packages as a whole', () => {
    program('project/node_modules/.bin/tool');
    expect(visible('tool', ['project/node_modules/.bin'])).toContain('project/node_modules');
  });

  it('are also where the program that is started really lies', () => {
    const real = program('.local/share/agent/versions/2/agent');
    mkdirSync(join(home, '.local/bin'), { recursive: true });
    symlinkSync(real, join(home, '.local/bin/agent'));
    const seen = visible(['agent', '-p'], ['.local/bin']);
    expect(seen).toContain('.local/share/agent/versions/2');
    expect(visible('agent --fix | tee log', ['.local/bin'])).toContain('.local/share/agent/versions/2');
    const packed = program('tools/node_modules/agent/cli.js');
    symlinkSync(packed, join(home, '.local/bin/packed'));
    expect(visible(['packed'], ['.local/bin'])).toContain('tools/node_modules');
  });

  it('are never the home folder or one above it', () => {
    const real = program('agent');
    expect(visible([real], ['.', '..'], { JAVA_HOME: home, NVM_DIR: '/', SSL_CERT_DIR: dirname(home) })).not.toContain(
      '',
    );
    expect(programFolders([real], { home, env: { JAVA_HOME: '/', SSL_CERT_DIR: dirname(home) } })).not.toContain(
      dirname(home),
    );
    expect(visible([real], [])).toContain('agent');
  });

  it('are named by variables too', () => {
    expect(visible('x', [], { SSL_CERT_FILE: join(home, 'ca.pem'), JAVA_HOME: '' })).toContain('ca.pem');
  });
});

it('finds programs as the system does', () => {
  const tool = program('bin/tool');
  writeFileSync(join(home, 'bin/data'), '');
  mkdirSync(join(home, 'bin/folder'));
  const env = { PATH: `relative:${join(home, 'none')}:${join(home, 'bin')}` };
  expect(findProgram('tool', env)).toBe(tool);
  for (const name of ['data', 'folder', 'nothing', '']) expect(findProgram(name, env)).toBeUndefined();
});
