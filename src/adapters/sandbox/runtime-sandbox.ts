/**
 * A sandbox of bubblewrap: namespaces for files, processes and network, with the proxy of sandbox-runtime as the only
 * way out.
 */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunProcess } from '../../ports/process.ts';
import type { ContainRequest, Sandbox, Sandboxed, SandboxRequest } from '../../ports/sandbox.ts';
import { runProcess } from '../process/run-process.ts';
import { cageCommand } from './cage.ts';
import { containedCommand } from './contain.ts';
import { entranceScript, type InnerEnd } from './entrance.ts';
import { proxyPort, waysTo } from './hosts.ts';
import { furnishLayer, mergedOf, withLayers } from './layers.ts';
import type { Mount } from './mounts.ts';
import { isFolder, isWithin, mountsOf, realPathOf, writableMountsOf } from './places.ts';
import { programFolders, type Surroundings } from './programs.ts';
import { forwardServer, openSockets, socketsInside, type Sockets } from './sockets.ts';
import { systemMounts } from './system.ts';
import { tryLayer } from './try-layer.ts';
import { findUsable, type Tools, type Usable } from './usable.ts';

export type SandboxOptions = {
  /** Tells where programs, the home folder and the state folder are. */
  env?: Surroundings['env'];
  /** Folders that are not shown unless asked for by `readable` or `writable`: the user's checkout. */
  hidden?: readonly string[];
  runProcess?: RunProcess;
};

export const runtimeSandbox = (options: SandboxOptions = {}): Sandbox => {
  const env = options.env ?? process.env;
  const named = env['HOME'] || homedir();
  const hidden = (options.hidden ?? []).map((folder) => realPathOf(folder) ?? folder);
  const around = { env, home: realPathOf(named) ?? named, hidden };
  const run = options.runProcess ?? runProcess;
  let usable: Promise<Usable> | undefined;
  const layered = new Map<string, Promise<boolean>>();
  const find = (): Promise<Usable> => (usable ??= findUsable(around, run));
  const toolsFor = async (): Promise<Tools> => {
    const { check, tools } = await find();
    if (tools === null) throw new Error(check.usable ? 'there is no sandbox' : `${check.reason}; ${check.remedy}`);
    return tools;
  };
  const canLayer = async (folder: string): Promise<boolean> => (await find()).check.usable && tryLayer(folder, run);
  return {
    check: async () => (await find()).check,
    canLayer: (folder) => {
      const known = layered.get(folder) ?? canLayer(folder);
      layered.set(folder, known);
      return known;
    },
    wrap: async (request) => wrap(request, around, await toolsFor()),
    contain: async (request) => contain(request, await toolsFor()),
  };
};

const isRoot = (): boolean => process.getuid?.() === 0;

const argumentsOf = (command: SandboxRequest['command']): readonly string[] =>
  typeof command === 'string' ? ['/bin/sh', '-c', command] : command;

const behindLayers = (layers: SandboxRequest['layers'], command: readonly string[]): readonly string[] => {
  if (layers === undefined || layers.length === 0) return command;
  for (const layer of layers) furnishLayer(layer);
  return withLayers(layers, command, isRoot());
};

const contain = (request: ContainRequest, { bwrap }: Tools): Sandboxed => {
  const binds = (request.layers ?? []).flatMap((layer) => layer.at.map((at) => ({ at, from: mergedOf(layer) })));
  const { cwd, visible = [] } = request;
  const inside = containedCommand({ bwrap, asRoot: isRoot(), binds, visible, cwd }, argumentsOf(request.command));
  return { command: behindLayers(request.layers, inside), env: {}, dispose: async () => {} };
};

const wrap = async (request: SandboxRequest, around: Surroundings, tools: Tools): Promise<Sandboxed> => {
  const mounts = mountsFor(request, around);
  const network = request.access === 'full' ? openNetwork() : await openWays(request.hosts);
  const entrance = network.ends.length === 0 ? [] : ['/bin/sh', '-c', entranceScript(network.ends), 'sh'];
  const inside = cageCommand({
    ...tools,
    mounts: [...mounts, ...network.mounts],
    network: request.access === 'full' ? 'open' : 'closed',
    unset: network.unset,
    ...(request.cwd !== undefined && { cwd: request.cwd }),
    command: [...entrance, ...argumentsOf(request.command)],
  });
  return {
    command: behindLayers(request.layers, inside),
    env: { ...temporary, ...network.env },
    dispose: async () => network.sockets?.close(),
  };
};

const openNetwork = (): Network => ({
  ends: [],
  mounts: mountsOf('visible', '/etc/resolv.conf'),
  env: {},
  unset: [],
  sockets: null,
});

const temporary = { TMPDIR: '/tmp' };

const mountsFor = (request: SandboxRequest, around: Surroundings): Mount[] => {
  const { layers = [], home, temporary: place } = request;
  const layered = layers.flatMap(({ at }) => at);
  const written = [request.workspace, request.scratch, ...request.writable, ...layered];
  // Where agents write there may be links of theirs: programs are not looked up there.
  const programs = programFolders(request.command, around).filter(
    (path) => !written.some((folder) => isWithin(path, folder)),
  );
  const asked = request.readable.flatMap((path) => mountsOf('visible', path));
  // What a layer takes the place of is not seen through it, by whatever name.
  const found = programs.flatMap((path) => mountsOf('visible', path)).filter((mount) => !liesIn(mount, layered));
  const unasked = [...systemMounts(), ...found];
  return [
    ...unasked,
    ...hiddenFolders(around).flatMap(hidingMounts),
    ...(home === undefined ? [] : [{ kind: 'write', at: around.home, from: home, instead: true } as const]),
    ...(place === undefined ? [] : [{ kind: 'write', at: temporary.TMPDIR, from: place, instead: true } as const]),
    ...coveringMounts([...unasked, ...asked], around.hidden ?? [], [...request.readable, ...written]),
    ...asked,
    ...(request.shown ?? []).map(({ at, from }): Mount => ({ kind: 'visible', at, from, instead: true })),
    ...request.writable.flatMap(writableMountsOf),
    ...mountsOf('write', request.scratch),
    ...layers.flatMap((layer) =>
      layer.at.map((at): Mount => ({ kind: 'write', at, from: mergedOf(layer), instead: true })),
    ),
    ...(layers.some(({ at }) => at.includes(request.workspace))
      ? []
      : mountsOf(request.access === 'read' ? 'read' : 'write', request.workspace)),
  ];
};

const liesIn = (mount: Mount, folders: readonly string[]): boolean =>
  folders.some((folder) => isWithin(mount.at, folder) || ('from' in mount && isWithin(mount.from, folder)));

/** Whatever else can be read, these cannot: they hold credentials, and the work of other calls. */
const hiddenFolders = ({ env, home }: Surroundings): string[] => [
  env['HOME'] || home,
  join(env['XDG_STATE_HOME'] || join(home, '.local/state'), 'fixpoint'),
];

const hidingMounts = (path: string): Mount[] => {
  const real = realPathOf(path);
  if (real === null) return [];
  return [{ kind: 'empty', at: real }, ...(real === path ? [] : [{ kind: 'link', at: path, to: real } as const])];
};

/**
 * A folder that is shown may hold one that must not be: that one is empty then, unless it was asked for by its own
 * name.
 */
const coveringMounts = (mounts: readonly Mount[], hidden: readonly string[], asked: readonly string[]): Mount[] => {
  const places = new Set(asked.flatMap((path) => [resolve(path), realPathOf(path) ?? path]));
  return mounts.flatMap((mount) =>
    'from' in mount
      ? hidden
          .filter((folder) => folder !== mount.from && isWithin(folder, mount.from) && isFolder(folder))
          .map((folder): Mount => ({ kind: 'empty', at: join(mount.at, folder.slice(mount.from.length)) }))
          .filter(({ at }) => !places.has(at))
      : [],
  );
};

type Network = {
  ends: InnerEnd[];
  mounts: Mount[];
  env: Record<string, string>;
  unset: readonly string[];
  sockets: Sockets | null;
};

const proxyVariables = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

const openWays = async (hosts: readonly string[]): Promise<Network> => {
  const { forwards, proxied } = waysTo(hosts);
  if (hosts.length === 0) return { ends: [], mounts: [], env: {}, unset: proxyVariables, sockets: null };
  const sockets = openSockets();
  try {
    const ends: InnerEnd[] = forwards.map((forward, index) => ({ ...forward, socket: `forward-${index}` }));
    for (const end of ends) await sockets.open(end.socket, forwardServer(end));
    const mounts: Mount[] = [{ kind: 'read', at: socketsInside, from: sockets.folder }];
    if (proxied.length === 0) return { ends, mounts, env: {}, unset: proxyVariables, sockets };
    const port = proxyPort(forwards);
    // Loaded here: it takes longer than all the rest, and is not needed for a model on this machine.
    const { proxyServer } = await import('./proxy.ts');
    await sockets.open('proxy', proxyServer(proxied));
    return {
      ends: [...ends, { host: '127.0.0.1', port, socket: 'proxy' }],
      mounts,
      env: proxyEnvironment(port, proxied),
      unset: [],
      sockets,
    };
  } catch (error) {
    sockets.close();
    throw error;
  }
};

const proxyEnvironment = (port: number, proxied: readonly string[]): Record<string, string> => {
  // Forwards are reached directly; a port of this machine that could not be forwarded only through the proxy.
  const direct = proxied.some((host) => /^(localhost|127\.|\[::1\])/i.test(host)) ? '' : '127.0.0.1,localhost,::1';
  return {
    ...Object.fromEntries(proxyVariables.map((name) => [name, `http://127.0.0.1:${port}`])),
    no_proxy: direct,
    NO_PROXY: direct,
    // Node looks at the others only when told to.
    NODE_USE_ENV_PROXY: '1',
  };
};
