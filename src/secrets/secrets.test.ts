import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const environment = {
  API_TOKEN: 'tok-5f3a9b7c1d',
  DB_PASSWORD: 'päss "word" 1',
  SERVICE_URL: 'postgres://app:s3cretpw!@db/main',
  DEPLOY_KEY: '-----BEGIN X-----\nMIIEowIBAAKCAQEAx0\n-----END X-----',
  NINE_TOKEN: 'k9-x7q2vw',
  SHORT_TOKEN: 'abc',
  AUTH_TOKEN: 'password',
  GOOGLE_APPLICATION_CREDENTIALS: '/home/me/key.json',
  EDITOR: 'vim-editor-1',
};
const { clean: redact, stream } = createSecrets(environment);
const join = (...parts: string[]): string => parts.join('');

describe('4.11 values of the environment', () => {
  it.each([
    ['by themselves', 'token tok-5f3a9b7c1d.', 'token [redacted].'],
    ['with their name kept', 'API_TOKEN=tok-5f3a9b7c1d', 'API_TOKEN=[redacted]'],
    ['inside of JSON', JSON.stringify({ p: environment.DB_PASSWORD }), '{"p":"[redacted]"}'],
    ['inside of an address', `?p=${encodeURIComponent(environment.DB_PASSWORD)}&x`, '?p=[redacted]&x'],
    ['that are part of an address', 'login app s3cretpw!', 'login app [redacted]'],
    ['of which one line is shown', 'got MIIEowIBAAKCAQEAx0', 'got [redacted]'],
  ])('are taken out: %s', (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([0, 1, 2])('are taken out of other data in base64, %i bytes behind the beginning of three', (before) => {
    const [head, tail] = [Buffer.alloc(30 + before, 0xe5), Buffer.alloc(30, 0x9c)];
    const encoded = Buffer.concat([head, Buffer.from(environment.NINE_TOKEN), tail]).toString('base64');
    expect(redact(`data ${encoded} end`)).toBe('data [redacted] end');
    expect(redact(`data ${encoded.replaceAll('+', '-').replaceAll('/', '_')} end`)).toBe('data [redacted] end');
  });

  it.each([
    'abc',
    'the password is asked for',
    '/home/me/key.json',
    'vim-editor-1',
    'API_TOKEN',
    'process.env.API_TOKEN',
  ])('and %j stays', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('4.11 secrets that are known by their looks', () => {
  // Put together here, so that no scanner takes this file for a leak.
  it.each([
    ['AWS', join('AKIA', 'IOSFODNN7EXAMPLE')],
    ['GitHub', join('ghp_', 'a1'.repeat(18))],
    ['GitHub, fine-grained', join('github_pat_', 'a1'.repeat(20))],
    ['GitLab', join('glpat-', 'a1-_'.repeat(5))],
    ['Slack', join('xoxb-', '123456789012-abcdefABCDEF')],
    ['npm', join('npm_', 'a1'.repeat(18))],
    ['Anthropic', join('sk-ant-', 'api03-', 'a1'.repeat(20))],
    ['OpenAI', join('sk-proj-', 'a1'.repeat(20))],
    ['Google', join('AIza', 'a1_-x'.repeat(7))],
    ['Stripe', join('sk_live_', 'a1'.repeat(12))],
    ['JWT', join('eyJ', 'hbGciOiJIUzI1NiJ9', '.eyJ', 'zdWIiOiIxMjM0NTY3ODkwIn0', '.', 'c2lnbmF0dXJl')],
    ['a private key', join('-----BEGIN RSA PRIVATE', ' KEY-----\nMIIE\nabc+/=\n-----END RSA PRIVATE KEY-----')],
    ['a private key in JSON', join('-----BEGIN PRIVATE', ' KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n')],
    ['a private key that is cut off', join('-----BEGIN OPENSSH PRIVATE', ' KEY-----\nb3BlbnNza')],
  ])('are taken out: %s', (_, secret) => {
    const result = redact(`before ${secret} after`);
    expect(result).toMatch(/^before \[redacted\]/);
    expect(result).not.toContain(secret.slice(12));
  });

  it.each([
    ['https://me:hunter2secret@host/path', 'https://me:[redacted]@host/path'],
    ['Authorization: Bearer abcdef.0123456789', 'Authorization: Bearer [redacted]'],
    ['const password = "hunter2hunter2";', 'const password = "[redacted]";'],
    [`{"client_secret": "0a1b2c3d4e5f"}`, `{"client_secret": "[redacted]"}`],
    ["apiKey: 'abc123def456',", "apiKey: '[redacted]',"],
    ['STRIPE_API_KEY=abcdefgh1234', 'STRIPE_API_KEY=[redacted]'],
  ])('keep what names them: %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    'const password = getPassword();',
    'token: string;',
    'label: "password", hint: "Enter your password"',
    'password: "${DB_PASSWORD}"',
    'https://$USER:$PASSWORD@host',
    'API_KEY=$KEY',
    'sk-some-long-css-class-name-without-numbers',
    'user@example.com and http://host:8080/path',
    'if (token === "identifier") parse(token)',
    'token: "https://example.com/oauth2/token"',
    '{ "secret": "./config/secret2.json" }',
    '4f3c2b1a0d9e8f7a6b5c4d3e2f1a0b9c8d7e6f5a',
  ])('leave code alone: %s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('4.11 redaction of a stream', () => {
  it('finds secrets wherever the pieces are cut', () => {
    const text = `line one\ntok-5f3a9b7c1d and ${join('ghp_', 'a1'.repeat(18))}\n${join('-----BEGIN PRIVATE', ' KEY-----')}\nAAAA\nBBBB\n-----END PRIVATE KEY-----\nend tok-5f3a9b7c1d`;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const one = stream();
        let result = '';
        let at = 0;
        for (const size of sizes) {
          result += one.write(text.slice(at, at + size));
          at += size;
        }
        result += one.write(text.slice(at)) + one.end();
        expect(result).toBe(redact(text));
      }),
    );
  });

  it('finds secrets in a line without end and without blanks', () => {
    const secret = join('ghp_', 'a1'.repeat(18));
    const text = Array.from({ length: 6_000 }, (_, at) => `${at}:${secret};`).join('');
    const one = stream();
    let result = '';
    for (let at = 0; at < text.length; at += 1_009) result += one.write(text.slice(at, at + 1_009));
    result += one.end();
    expect(result).toBe(text.replaceAll(secret, '[redacted]'));
  });

  it('passes whole lines on at once', () => {
    const one = stream();
    expect(one.write('first\nsec')).toBe('first\n');
    expect(one.write('ond')).toBe('');
    expect(one.end()).toBe('second');
  });

  it('holds no more than a bounded part of a line without end', () => {
    const one = stream();
    let passed = 0;
    for (let i = 0; i < 200; i += 1) passed += one.write('x'.repeat(10_000)).length;
    expect(2_000_000 - passed).toBeLessThan(100_000);
  });
});
