/** Which mounts are made, and in which order. */
import { describe, expect, it } from 'vitest';
import { cageCommand } from './cage.ts';
import { mountArguments, orderMounts, type Mount } from './mounts.ts';

const at = (kind: 'visible' | 'read' | 'write', path: string): Mount => ({ kind, at: path, from: path });
const empty = (path: string): Mount => ({ kind: 'empty', at: path });
const shown = (...mounts: Mount[]): string[] => orderMounts(mounts).map((mount) => `${mount.kind} ${mount.at}`);

describe('the order of mounts', () => {
  it('is from the outside to the inside, whatever they were named in', () => {
    expect(
      shown(
        at('write', '/h/u/s/ws'),
        empty('/h/u/s'),
        at('visible', '/h/u/.agent'),
        empty('/h/u'),
        at('visible', '/h'),
      ),
    ).toEqual(['visible /h', 'empty /h/u', 'empty /h/u/s', 'visible /h/u/.agent', 'write /h/u/s/ws']);
  });

  it('knows folders from others that begin alike', () => {
    expect(shown(at('visible', '/usr'), at('visible', '/usr-local'))).toEqual(['visible /usr', 'visible /usr-local']);
  });
});

describe('of several mounts for one place', () => {
  it.each<[string, Mount[], string]>([
    ['what is hidden stays hidden, though somebody wants to see it', [empty('/h'), at('visible', '/h')], 'empty /h'],
    ['what must be written can be', [empty('/h'), at('visible', '/h'), at('write', '/h')], 'write /h'],
    ['what must not be written cannot be', [at('write', '/ws'), at('read', '/ws')], 'read /ws'],
    [
      'what is closed stays closed',
      [{ kind: 'closed', at: '/etc/shadow' }, at('visible', '/etc/shadow')],
      'closed /etc/shadow',
    ],
  ])('%s', (_, mounts, wanted) => {
    expect(shown(...mounts)).toEqual([wanted]);
    expect(shown(...mounts.toReversed())).toEqual([wanted]);
  });
});

describe('what is left out', () => {
  it('is what can be seen already, and what could be written already', () => {
    expect(
      shown(
        at('visible', '/usr'),
        at('visible', '/usr/bin'),
        at('write', '/ws'),
        at('visible', '/ws/bin'),
        at('write', '/ws/tmp'),
      ),
    ).toEqual(['visible /usr', 'write /ws']);
  });

  it('is not what lies below a folder that takes the place of another', () => {
    const home: Mount = { kind: 'write', at: '/h/u', from: '/state/home', instead: true };
    expect(
      shown(home, at('visible', '/h/u/.pyenv'), { kind: 'write', at: '/h/u/code', from: '/state/tree', instead: true }),
    ).toEqual(['write /h/u', 'visible /h/u/.pyenv', 'write /h/u/code']);
  });

  it('is not what is hidden in between, and not what must not be written', () => {
    const mounts = [
      at('visible', '/h'),
      empty('/h/u'),
      at('visible', '/h/u/x'),
      at('write', '/s'),
      at('read', '/s/ws'),
      at('write', '/s/ws/out'),
    ];
    expect(shown(...mounts)).toHaveLength(mounts.length);
  });

  it('is what would be mounted through a link', () => {
    expect(shown({ kind: 'link', at: '/h', to: '/data/h' }, at('visible', '/h/x'), at('visible', '/data/h/x'))).toEqual(
      ['link /h', 'visible /data/h/x'],
    );
  });
});

it('tells bubblewrap each kind', () => {
  const mounts: Mount[] = [
    { ...at('visible', '/a'), kind: 'visible', from: '/b' },
    at('read', '/c'),
    at('write', '/d'),
    empty('/e'),
  ];
  expect(
    [...mounts, { kind: 'closed', at: '/f' } as const, { kind: 'link', at: '/g', to: 'h' } as const].map(
      mountArguments,
    ),
  ).toEqual([
    ['--ro-bind', '/b', '/a'],
    ['--ro-bind', '/c', '/c'],
    ['--bind', '/d', '/d'],
    ['--tmpfs', '/e'],
    ['--ro-bind', '/dev/null', '/f'],
    ['--symlink', 'h', '/g'],
  ]);
});

describe('what lies in memory', () => {
  const caged = (...mounts: Mount[]): string[] =>
    cageCommand({ bwrap: 'bwrap', mounts, network: 'closed', disableUserns: false, unset: [], command: ['true'] });

  it('is mounted after the devices, which would hide it; all else before them', () => {
    const order = caged(at('write', '/dev/shm/repository'), at('visible', '/usr'), at('visible', '/device')).filter(
      (word) => word.startsWith('/'),
    );
    expect(order).toEqual([
      '/usr',
      '/usr',
      '/device',
      '/device',
      '/dev',
      '/proc',
      '/dev/shm/repository',
      '/dev/shm/repository',
      '/',
    ]);
  });
});
