/** The ways out of a sandbox: none, those to hosts that may be reached, or all. */
import { entranceScript, type InnerEnd } from './entrance.ts';
import { type Forward, proxyPort, waysTo } from './hosts.ts';
import type { Mount } from './mounts.ts';
import { mountsOf } from './places.ts';
import { forwardServer, openSockets, type Sockets, socketsInside } from './sockets.ts';

export type Network = {
  mounts: Mount[];
  env: Record<string, string>;
  unset: readonly string[];
  /** Goes before the command: opens the ways from inside. */
  entrance: readonly string[];
  close: () => void;
};

const proxyVariables = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

const nothing = (): void => undefined;

export const wholeNetwork = (): Network => ({
  mounts: mountsOf('visible', '/etc/resolv.conf'),
  env: {},
  unset: [],
  entrance: [],
  close: nothing,
});

const noNetwork: Network = { mounts: [], env: {}, unset: proxyVariables, entrance: [], close: nothing };

const entranceOf = (ends: readonly InnerEnd[]): readonly string[] =>
  ends.length === 0 ? [] : ['/bin/sh', '-c', entranceScript(ends), 'sh'];

/** Ports of this machine, each through a socket of its own. */
const openForwards = async (sockets: Sockets, forwards: readonly Forward[]): Promise<InnerEnd[]> => {
  const ends = forwards.map((forward, index) => ({ ...forward, socket: `forward-${index}` }));
  for (const end of ends) await sockets.open(end.socket, forwardServer(end));
  return ends;
};

const openProxy = async (sockets: Sockets, port: number, hosts: readonly string[]): Promise<InnerEnd> => {
  // Loaded here: it takes longer than all the rest, and is not needed for a model on this machine.
  const { proxyServer } = await import('./proxy.ts');
  await sockets.open('proxy', proxyServer(hosts));
  return { host: '127.0.0.1', port, socket: 'proxy' };
};

const openWays = async (hosts: readonly string[], sockets: Sockets): Promise<Network> => {
  const { forwards, proxied } = waysTo(hosts);
  const ends = await openForwards(sockets, forwards);
  const { folder, close } = sockets;
  const open = { mounts: [{ kind: 'read' as const, at: socketsInside, from: folder }], close };
  if (proxied.length === 0) return { ...open, env: {}, unset: proxyVariables, entrance: entranceOf(ends) };
  const port = proxyPort(forwards);
  const proxy = await openProxy(sockets, port, proxied);
  return { ...open, env: proxyEnvironment(port, proxied), unset: [], entrance: entranceOf([...ends, proxy]) };
};

export const networkTo = async (hosts: readonly string[]): Promise<Network> => {
  if (hosts.length === 0) return noNetwork;
  const sockets = openSockets();
  try {
    return await openWays(hosts, sockets);
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
