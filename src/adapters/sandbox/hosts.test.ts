import { expect, it } from 'vitest';
import { proxyPort, waysTo } from './hosts.ts';

it('forwards ports of this machine and leaves the rest to the proxy', () => {
  expect(
    waysTo([
      '127.0.0.1:8080',
      'LOCALHOST:8080',
      '[::1]:9000',
      'api.example.com',
      'api.example.com:443',
      '*.example.org',
    ]),
  ).toEqual({
    forwards: [
      { host: '127.0.0.1', port: 8080 },
      { host: '::1', port: 9000 },
    ],
    proxied: ['api.example.com', 'api.example.com:443', '*.example.org'],
  });
});

it.each([
  'localhost',
  '127.0.0.1:80',
  '127.0.0.1:0',
  '127.0.0.1:70000',
  '127.0.0.1:8080x',
  'localhost:8080:9090',
  '10.0.0.1:8080',
  '',
])('does not forward %s', (host) => {
  expect(waysTo([host])).toEqual({ forwards: [], proxied: [host] });
});

it('takes a port for the proxy that is free', () => {
  expect(proxyPort([])).toBe(3128);
  expect(proxyPort([3128, 3129].map((port) => ({ host: '127.0.0.1', port })))).toBe(3130);
});
