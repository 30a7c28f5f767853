/** Set-up without the network: package managers are told, so that they take what they have kept or fail at once. */
import type { SetupFailure } from '../../ports/room.ts';

/** Otherwise npm alone asks again for more than a minute. */
export const offlineEnvironment: Readonly<Record<string, string>> = {
  npm_config_offline: 'true',
  pnpm_config_offline: 'true',
  YARN_ENABLE_NETWORK: '0',
  PIP_RETRIES: '0',
  UV_OFFLINE: '1',
  GOPROXY: 'off',
  CARGO_NET_OFFLINE: 'true',
  BUNDLE_RETRY: '0',
  COMPOSER_DISABLE_NETWORK: '1',
};

const why =
  'without the network, which only set-up of the untouched start reaches; ' +
  'if it needs a host, allow it in verify.needs.hosts';

export const failedOffline = (failed: SetupFailure): SetupFailure =>
  failed.cancelled ? failed : { ...failed, reason: `${failed.reason}, ${why}` };
