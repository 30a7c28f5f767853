/** Where issues go: from the configuration, from CI, or from the remote, and only to the server that a token is for. */
import type { TrackerKind, TrackerPlace } from '../../model/finding/leftover.ts';
import { TrackerError, type TrackerSettings } from '../../ports/tracker.ts';

type Env = Readonly<Record<string, string | undefined>>;

type Facts = {
  /** Variables that name the server for programs, for people, and the project; the first that is set counts. */
  api: readonly string[];
  web: readonly string[];
  project: readonly string[];
  publicApi: string;
  publicWeb: string;
  /** What follows the address of the server in that of its API. */
  suffix: RegExp;
};

const facts: Readonly<Record<TrackerKind, Facts>> = {
  github: {
    api: ['GITHUB_API_URL'],
    web: ['GITHUB_SERVER_URL'],
    project: ['GITHUB_REPOSITORY'],
    publicApi: 'https://api.github.com',
    publicWeb: 'https://github.com',
    suffix: /\/api\/v3$/,
  },
  gitlab: {
    api: ['GITLAB_API_URL', 'CI_API_V4_URL'],
    web: ['CI_SERVER_URL'],
    project: ['CI_PROJECT_PATH'],
    publicApi: 'https://gitlab.com/api/v4',
    publicWeb: 'https://gitlab.com',
    suffix: /\/api\/v4$/,
  },
};

const firstOf = (env: Env, names: readonly string[]): string | undefined =>
  names.map((name) => env[name]).find((value) => value !== undefined && value !== '');

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** A token is sent to nobody who could listen in on it. */
const checkedUrl = (text: string, name: string): string => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))))
    throw new TrackerError('shut', `${name} must be an address that begins with https://`);
  return text.replace(/\/+$/, '');
};

/** Never from the repository: its remote could name a server that collects tokens. */
export const apiUrl = (kind: TrackerKind, env: Env): string => {
  const { api, publicApi } = facts[kind];
  return checkedUrl(firstOf(env, api) ?? publicApi, api.join(' or '));
};

const webUrl = (kind: TrackerKind, env: Env): string => {
  const { web, publicApi, publicWeb, suffix } = facts[kind];
  const api = apiUrl(kind, env);
  return (firstOf(env, web) ?? (api === publicApi ? publicWeb : api.replace(suffix, ''))).replace(/\/+$/, '');
};

/** `git@host:owner/name.git`, `ssh://git@host:22/owner/name`, `https://host/owner/name.git`. */
const remoteParts = (remote: string): { host: string; path: string } | null => {
  const [, host = '', path = ''] =
    /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(remote) ??
    /^(?:[^/@]*@)?([^/:]+):(?!\/\/)(.+)$/.exec(remote) ??
    [];
  return host === '' ? null : { host: host.toLowerCase(), path: path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '') };
};

const projectPattern = { github: /^[\w.-]+\/[\w.-]+$/, gitlab: /^[\w.-]+(?:\/[\w.-]+)+$/ } as const;

const fromRemote = (remote: string | null, web: string): string | undefined => {
  const parts = remote === null ? null : remoteParts(remote);
  return parts?.host === new URL(web).hostname ? parts.path : undefined;
};

export const locateTracker = (env: Env, { to, repository, remote }: TrackerSettings): TrackerPlace => {
  const web = webUrl(to, env);
  const project = repository ?? firstOf(env, facts[to].project) ?? fromRemote(remote, web);
  if (project === undefined)
    throw new TrackerError(
      'shut',
      `nothing says which repository on ${new URL(web).host} has the issues; set leftovers.repository to its ` +
        'owner/name',
    );
  if (!projectPattern[to].test(project) || project.split('/').some((part) => /^\.+$/.test(part)))
    throw new TrackerError('shut', `${project} is no repository on ${new URL(web).host}; set leftovers.repository`);
  return { kind: to, project, web };
};
