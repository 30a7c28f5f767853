/**
 * Reads off the output of a command what it could not reach in the sandbox: for a sentence that says what to configure.
 */
import { pattern } from '../../plain/pattern.ts';

type Need = { what: string; setting: string };

const refused = /(?:ECONNREFUSED|refused)[^\n]{0,80}?(?:127\.0\.0\.1|localhost|::1)\D{1,12}(\d{2,5})/i;
const refusedBefore = /(?:127\.0\.0\.1|localhost|::1)\D{1,12}(\d{2,5})[^\n]{0,80}?refused/i;
const docker = /cannot connect to the docker daemon|docker\.sock/i;
const unresolved = pattern(
  'i',
  /(?:ENOTFOUND|EAI_AGAIN|Could not resolve host:?|name resolution[^\n]*?|Failed to resolve|getaddrinfo \w+)\s+/,
  /['"]?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/,
);
const unread = pattern(
  'i',
  /(?:ENOENT|EACCES|no such file or directory|permission denied)[^\n]{0,60}?['"` (]/,
  /((?:~|\/home\/|\/Users\/|\/srv\/|\/mnt\/)[^\s'"`),:]+)/,
);
const unwritten = /(?:EROFS|read-only file system)[^\n]{0,60}?['"` (](\/[^\s'"`),:]+)/i;

const looks: readonly ((output: string) => Need | null)[] = [
  (output) => (docker.test(output) ? { what: 'the Docker engine', setting: 'docker: true' } : null),
  (output) => {
    const port = (refused.exec(output) ?? refusedBefore.exec(output))?.[1];
    return port === undefined
      ? null
      : { what: `port ${port} of this machine`, setting: `hosts: ["127.0.0.1:${port}"]` };
  },
  (output) =>
    named(unresolved.exec(output)?.[1], (host) => ({ what: `the host ${host}`, setting: `hosts: ["${host}"]` })),
  (output) =>
    named(unwritten.exec(output)?.[1], (path) => ({ what: `to write ${path}`, setting: `writable: ["${path}"]` })),
  (output) =>
    named(unread.exec(output)?.[1], (path) => ({ what: `to read ${path}`, setting: `readable: ["${path}"]` })),
];

const named = (found: string | undefined, need: (found: string) => Need): Need | null =>
  found === undefined ? null : need(found);

/** What to tell someone whose commands pass outside the sandbox and fail inside. */
export const missingNeed = (output: string): string => {
  const need = looks.map((look) => look(output)).find((found) => found !== null);
  if (!need) return 'Name what it needs in verify.needs (docs/sandbox.md), or do without the sandbox: sandbox: off.';
  return `It seems to need ${need.what}: set verify.needs: { ${need.setting} } (docs/sandbox.md).`;
};
