/** Where the user's repository was fetched from: for people who look for a clone, never for us to connect to. */
import type { UserConfig } from '../../user/user-config.ts';

/** Of the branch that the user is on, else `origin`. */
export const remoteOf = (config: UserConfig, branch: string | null): string | null => {
  const upstream = branch === null ? undefined : config.get(`branch.${branch}.remote`);
  const url = config.get(`remote.${upstream ?? 'origin'}.url`) ?? config.get('remote.origin.url');
  return url === undefined ? null : withoutCredentials(url);
};

/** A password never; a user only where it is part of the address, as in `ssh://git@…`. */
const withoutCredentials = (url: string): string => {
  const [, scheme = '', who, rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/]*)@)?([^?#]*)/i.exec(url) ?? [];
  if (scheme === '') return url;
  const user = who?.replace(/:.*/, '') ?? '';
  return /^ssh/i.test(scheme) && user !== '' ? `${scheme}${user}@${rest}` : `${scheme}${rest}`;
};
