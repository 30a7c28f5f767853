/**
 * A sandbox of bubblewrap: namespaces for files, processes and network, with the proxy of sandbox-runtime as the only
 * way out.
 */
import { homedir } from 'node:os';
import { given } from '../../plain/given.ts';
import type { RunProcess } from '../../ports/process.ts';
import type { ContainRequest, Sandbox, Sandboxed, SandboxRequest } from '../../ports/sandbox.ts';
import { runProcess } from '../process/run-process.ts';
import { cageCommand } from './cage.ts';
import { containedCommand } from './contain.ts';
import { furnishLayer, mergedOf, withLayers } from './layers.ts';
import { networkTo, wholeNetwork } from './network.ts';
import { realPathOf } from './places.ts';
import type { Outside } from './programs.ts';
import { mountsFor, temporaryFolder } from './shown.ts';
import { tryLayer } from './try-layer.ts';
import { findUsable, type Tools, type Usable } from './usable.ts';

export type SandboxOptions = {
  /** Tells where programs, the home folder and the state folder are. */
  env: Outside['env'];
  /** Folders that are not shown unless asked for by `readable` or `writable`: the user's checkout. */
  hidden?: readonly string[];
  runProcess?: RunProcess;
};

const outsideOf = ({ env, hidden = [] }: SandboxOptions): Outside => {
  const home = env['HOME'] || homedir();
  return { env, home: realPathOf(home) ?? home, hidden: hidden.map((folder) => realPathOf(folder) ?? folder) };
};

const toolsOf = ({ check, tools }: Usable): Tools => {
  if (tools !== null) return tools;
  throw new Error(check.usable ? 'there is no sandbox' : `${check.reason}; ${check.remedy}`);
};

export const runtimeSandbox = (options: SandboxOptions): Sandbox => {
  const outside = outsideOf(options);
  const run = options.runProcess ?? runProcess;
  let usable: Promise<Usable> | undefined;
  const layerTrials = new Map<string, Promise<boolean>>();
  const find = (): Promise<Usable> => (usable ??= findUsable(outside, run));
  const canLayer = async (folder: string): Promise<boolean> => (await find()).check.usable && tryLayer(folder, run);
  return {
    check: async () => (await find()).check,
    canLayer: (folder) => {
      const trial = layerTrials.get(folder) ?? canLayer(folder);
      layerTrials.set(folder, trial);
      return trial;
    },
    wrap: async (request) => wrap(request, outside, toolsOf(await find())),
    contain: async (request) => contain(request, toolsOf(await find())),
  };
};

const isRoot = (): boolean => process.getuid?.() === 0;

const argumentsOf = (command: SandboxRequest['command']): readonly string[] =>
  typeof command === 'string' ? ['/bin/sh', '-c', command] : command;

/** A shell says by 127 that there is no such program, which bubblewrap does not tell from a program that failed. */
const throughShell: readonly string[] = ['/bin/sh', '-c', 'exec "$@"', 'sh'];

type Layers = Parameters<typeof withLayers>[0];

const layersOf = ({ layers = [], home }: SandboxRequest): Layers =>
  home === undefined || typeof home === 'string' ? layers : [...layers, home];

const behindLayers = (layers: Layers, command: readonly string[]): readonly string[] => {
  if (layers.length === 0) return command;
  for (const layer of layers) furnishLayer(layer);
  return withLayers(layers, command, isRoot());
};

const contain = (request: ContainRequest, { bwrap }: Tools): Sandboxed => {
  const binds = (request.layers ?? []).flatMap((layer) => layer.at.map((at) => ({ at, from: mergedOf(layer) })));
  const { cwd, visible = [] } = request;
  const inside = containedCommand({ bwrap, asRoot: isRoot(), binds, visible, cwd }, argumentsOf(request.command));
  return { command: behindLayers(request.layers ?? [], inside), env: {}, dispose: async () => {} };
};

const wrap = async (request: SandboxRequest, outside: Outside, tools: Tools): Promise<Sandboxed> => {
  const mounts = mountsFor(request, outside);
  const isOpen = request.access === 'full';
  const network = isOpen ? wholeNetwork() : await networkTo(request.hosts);
  const inside = cageCommand({
    ...tools,
    mounts: [...mounts, ...network.mounts],
    network: isOpen ? 'open' : 'closed',
    unset: network.unset,
    ...given({ cwd: request.cwd }),
    command: [...(network.entrance.length === 0 ? throughShell : network.entrance), ...argumentsOf(request.command)],
  });
  return {
    command: behindLayers(layersOf(request), inside),
    env: { TMPDIR: temporaryFolder, ...network.env },
    dispose: async () => network.close(),
  };
};
