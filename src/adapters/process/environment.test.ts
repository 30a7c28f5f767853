import { describe, expect, it } from 'vitest';
import { allowedEnvironment } from './environment.ts';

describe('4.11 the environment of started programs', () => {
  it('holds what commands need', () => {
    const wanted = {
      PATH: '/bin',
      HOME: '/h',
      LC_TIME: 'C',
      https_proxy: 'http://p',
      CI: '1',
      JAVA_HOME: '/j',
      NODE_EXTRA_CA_CERTS: '/c',
    };
    expect(allowedEnvironment(wanted)).toMatchObject(wanted);
  });

  it.each([
    'GITHUB_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'SSH_AUTH_SOCK',
    'GIT_DIR',
    'GIT_CONFIG_COUNT',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'BASH_ENV',
    'FIXPOINT_PROCESS',
    'npm_config__authToken',
    'DATABASE_URL',
  ])('does not hold %s', (name) => {
    expect(allowedEnvironment({ [name]: 'x' })).not.toHaveProperty(name);
  });

  it('asks for UTF-8 unless the user chose otherwise', () => {
    expect(allowedEnvironment({})['LANG']).toMatch(/UTF-8/);
    expect(allowedEnvironment({ LANG: 'de_DE.ISO-8859-1' })['LANG']).toBe('de_DE.ISO-8859-1');
  });
});
