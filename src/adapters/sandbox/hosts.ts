/** How what may be reached is reached from inside: a port of this machine directly, everything else through a proxy. */

/** A port of this machine that is offered inside under the same address. */
export type Forward = { host: '127.0.0.1' | '::1'; port: number };

export type Ways = { forwards: Forward[]; /** Patterns for the proxy. */ proxied: string[] };

/** Inside, lower ports cannot be listened on. */
const lowestPort = 1024;

const addresses: Readonly<Record<string, Forward['host']>> = {
  localhost: '127.0.0.1',
  '127.0.0.1': '127.0.0.1',
  '[::1]': '::1',
};

export const waysTo = (hosts: readonly string[]): Ways => {
  const forwards = new Map<string, Forward>();
  const proxied: string[] = [];
  for (const host of hosts) {
    const [, name = '', digits = ''] = /^(.*):(\d{1,5})$/.exec(host.toLowerCase()) ?? [];
    const address = addresses[name];
    const port = Number(digits);
    if (address !== undefined && port >= lowestPort && port <= 65_535)
      forwards.set(`${address} ${port}`, { host: address, port });
    else proxied.push(host);
  }
  return { forwards: [...forwards.values()], proxied };
};

/** A port for the proxy that no forward needs. */
export const proxyPort = (forwards: readonly Forward[]): number => {
  const taken = new Set(forwards.map(({ port }) => port));
  let port = 3128;
  while (taken.has(port)) port += 1;
  return port;
};
