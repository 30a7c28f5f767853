/** What a command that fails only in the sandbox seems to need. */
import { describe, expect, it } from 'vitest';
import { missingNeed } from './missing-need.ts';

describe('missingNeed', () => {
  it.each([
    ['Error: connect ECONNREFUSED 127.0.0.1:5432', 'hosts: ["127.0.0.1:5432"]'],
    [
      'could not connect to server: Connection refused\n\tIs the server running on host "localhost" (127.0.0.1) and accepting',
      'Name what it needs',
    ],
    ['redis: dial tcp 127.0.0.1:6379: connect: connection refused', 'hosts: ["127.0.0.1:6379"]'],
    [
      'Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      'docker: true',
    ],
    ['getaddrinfo EAI_AGAIN api.example.com', 'hosts: ["api.example.com"]'],
    ['curl: (6) Could not resolve host: example.org', 'hosts: ["example.org"]'],
    [
      "Error: ENOENT: no such file or directory, open '/home/ada/fixtures/big.json'",
      'readable: ["/home/ada/fixtures/big.json"]',
    ],
    ["OSError: [Errno 30] Read-only file system: '/var/data/out'", 'writable: ["/var/data/out"]'],
    ['1 test failed', 'Name what it needs'],
  ])('5.9 reads %j', (output, expected) => {
    expect(missingNeed(output)).toContain(expected);
  });
});
