/**
 * The outer ends of the ways into a sandbox: sockets in a folder of the call, through which nothing but what was asked
 * for is reached.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Forward } from './hosts.ts';

/** Where the folder appears inside. */
export const socketsInside = '/run/fixpoint';

export type Sockets = {
  folder: string;
  /** Listens under this name. */
  open: (name: string, server: Server) => Promise<void>;
  close: () => void;
};

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });

/** Below the temporary folder, since the path of a socket may have only about a hundred characters. */
export const openSockets = (): Sockets => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-'));
  const servers: Server[] = [];
  const connections = new Set<Socket>();
  const follow = (socket: Socket): void => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  };
  return {
    folder,
    open: (name, server) => {
      servers.push(server.on('connection', follow));
      return listen(server, join(folder, name));
    },
    close: () => {
      for (const server of servers) server.close();
      for (const socket of connections) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export const forwardServer = ({ host, port }: Forward): Server =>
  createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ host, port, allowHalfOpen: true });
    inner.on('error', () => outer.destroy()).on('close', () => outer.destroy());
    outer.on('error', () => inner.destroy()).on('close', () => inner.destroy());
    inner.pipe(outer);
    outer.pipe(inner);
  });
