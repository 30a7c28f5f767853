/** What runs first inside: the inner ends of the ways to the network, and then the command in its place. */
import type { Forward } from './hosts.ts';
import { socketsInside } from './sockets.ts';

/** An inner end: connections to this address go to the socket. */
export type InnerEnd = Forward & { socket: string };

const notOpened = 'fixpoint: the way to the network could not be opened inside the sandbox';

/** To be run as `sh -c SCRIPT sh COMMAND…`. */
export const entranceScript = (ends: readonly InnerEnd[]): string => {
  const relays = ends.map((end) => `socat -t 3600 ${listenAddress(end)} UNIX-CONNECT:${socketsInside}/${end.socket} &`);
  const waits = ends.map((end) => `until listens ${table(end)} ${tableAddress(end)}; do pause; done`);
  return [
    // In the background of a shell that ends at once: the command must not find children that it has not started.
    `( ${relays.join(' ')} ) </dev/null >/dev/null 2>&1`,
    'n=0',
    `pause() { n=$((n + 1)); if [ "$n" -gt 1000 ]; then echo '${notOpened}' >&2; exit 125; fi; sleep 0.005; }`,
    'listens() { while read -r _ at _ state _; do [ "$at $state" = "$2 0A" ] && return 0; done <"/proc/net/$1"; ' +
      'return 1; }',
    ...waits,
    'unset -f pause listens; unset n at state _',
    'exec "$@"',
  ].join('\n');
};

const isV4 = ({ host }: Forward): boolean => host === '127.0.0.1';

const listenAddress = (end: InnerEnd): string =>
  isV4(end)
    ? `TCP4-LISTEN:${end.port},bind=127.0.0.1,fork,reuseaddr,backlog=128`
    : `TCP6-LISTEN:${end.port},bind=[::1],fork,reuseaddr,backlog=128`;

const table = (end: InnerEnd): string => (isV4(end) ? 'tcp' : 'tcp6');

/** The kernel lists addresses as words in the machine's byte order; Node runs on little-endian machines only. */
const tableAddress = (end: InnerEnd): string => {
  const port = end.port.toString(16).toUpperCase().padStart(4, '0');
  return `${isV4(end) ? '0100007F' : '00000000000000000000000001000000'}:${port}`;
};
