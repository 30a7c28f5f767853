/** 4.11 Secrets as people write them down: ways that attacks took, and others of their kind. */
import { describe, expect, it } from 'vitest';
import { hideCommands } from './commands.ts';
import { createSecrets } from './secrets.ts';

const { clean } = createSecrets({});
const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

describe('4.11 a value behind a telling name', () => {
  it.each([
    ['DB_PASSWORD=Xk9(m2LpQ7vR4tWz', 'DB_PASSWORD=[redacted]'],
    ['DB_PASSWORD=Xk9)m2;LpQ,7v{R4}tWz|&x', 'DB_PASSWORD=[redacted]'],
    ['export SMTP_PASSWORD=Ab1;cd2EF3gh4IJ5', 'export SMTP_PASSWORD=[redacted]'],
    ['+JWT_SECRET=q8Z,t5Yw2Kx9Lm4Np', '+JWT_SECRET=[redacted]'],
    ['# ADMIN_PASS=correct horse battery staple', '# ADMIN_PASS=[redacted]'],
    ['DB_PASSWORD="correct horse battery staple"', 'DB_PASSWORD="[redacted]"'],
    ['API_TOKEN=abc(def1234 npm test', 'API_TOKEN=[redacted] npm test'],
    ['docker run -e API_TOKEN=abc(def1234 ./image', 'docker run -e API_TOKEN=[redacted] ./image'],
    ['{"env":"DB_PASSWORD=Xk9-m2LpQ7vR4tWz","next":1}', '{"env":"DB_PASSWORD=[redacted]","next":1}'],
  ])('in a file of variables: %s', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    ['"password": "My Secret Pass 123!"', '"password": "[redacted]"'],
    ["passphrase = 'Blue 42# Whale'", "passphrase = '[redacted]'"],
    ['db_password: "My Dog 7*Rex"', 'db_password: "[redacted]"'],
    ['secret := `Nine 9$ Lives`', 'secret := `[redacted]`'],
    ["'client_secret' => 'Odd 1@ Even'", "'client_secret' => '[redacted]'"],
  ])('in quotes, with blanks: %s', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    ['os.getenv("API_TOKEN", "abcDEF123456ghiJKL")', 'os.getenv("API_TOKEN", "[redacted]")'],
    ['os.environ.setdefault("SECRET_KEY", "mnoPQR123456stuVWX")', 'os.environ.setdefault("SECRET_KEY", "[redacted]")'],
    ["ENV.fetch('DB_PASSWORD', 'abc123DEF456')", "ENV.fetch('DB_PASSWORD', '[redacted]')"],
    ['config("SECRET_KEY", default="abc123DEF456")', 'config("SECRET_KEY", default="[redacted]")'],
    ["env('DB_PASSWORD',\n    'abc123DEF456')", "env('DB_PASSWORD',\n    '[redacted]')"],
    ['System.getProperty("db.password", "abc123DEF456");', 'System.getProperty("db.password", "[redacted]");'],
  ])('as the default of a call: %s', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    ['- name: DB_PASSWORD\n  value: "k8sDEF123456"', '- name: DB_PASSWORD\n  value: "[redacted]"'],
    ['- name: DB_PASSWORD\n  value: k8s(DEF123456', '- name: DB_PASSWORD\n  value: [redacted]'],
    ['{"name":"DB_PASSWORD","value":"ecsDEF123456"}', '{"name":"DB_PASSWORD","value":"[redacted]"}'],
    ['{"value":"ecsDEF123456","name":"DB_PASSWORD"}', '{"value":"[redacted]","name":"DB_PASSWORD"}'],
    ['name  = "API_TOKEN"\nvalue = "tfDEF123456"', 'name  = "API_TOKEN"\nvalue = "[redacted]"'],
    ['ParameterKey: DbPassword\nParameterValue: cfDEF123456', 'ParameterKey: DbPassword\nParameterValue: [redacted]'],
  ])('beside its name: %s', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    ['admin_password: |\n  blockDEF123456', 'admin_password: |\n  [redacted]'],
    ['api_token: >-\n    foldedDEF123456', 'api_token: >-\n    [redacted]'],
    ['client_secret: |+\n\tblockDEF123456\nnext: 1', 'client_secret: |+\n\t[redacted]\nnext: 1'],
    ['<entry key="db.password">xmlDEF123456</entry>', '<entry key="db.password">[redacted]</entry>'],
    ['<string name="api_key">xmlDEF123456</string>', '<string name="api_key">[redacted]</string>'],
    [
      '<property name="secret" type="x">xmlDEF123456</property>',
      '<property name="secret" type="x">[redacted]</property>',
    ],
  ])('in a block or an element: %s', (text, expected) => {
    expect(clean(text)).toBe(expected);
  });

  it.each([
    '"password": "Must be at least 8 characters!"',
    '"password": "Mot de passe"',
    'PASSWORD=getPassword(user2)',
    'API_TOKEN=$(cat /run/token)',
    'SECRET_FILE=/run/secrets/db',
    't("password", "Password 1")',
    'expect(token).toBe("token", "unexpected2")',
    '- name: token\n  value: string',
    '<label for="password">Password</label>',
    'if (name === "token") value = next;',
  ])('and what is none stays: %s', (text) => {
    expect(clean(text)).toBe(text);
  });
});

describe('4.11 values of the environment that look like paths', () => {
  it.each([
    '/9bPxRfiCYEXAM/LEKEYwJalrXUtnFEMIK7MDENG',
    '/k3j4h5g6f7d8/s9a0q1w2e3r4',
    './Ab3dEf6hIj/kLm9oPq2',
    '~/xY7zW8vU9t/Qr5sT6u',
    '/aB1cD2eF3gH4/',
    String.raw`C:\aB1cD2eF3gH4iJ`,
  ])('are secrets: %s', (value) => {
    const known = createSecrets({ AWS_SECRET_ACCESS_KEY: value, OTHER_SECRET: `${value.slice(2)}zz` });
    expect(known.clean(`signed with ${value} now`)).toBe('signed with [redacted] now');
  });

  it.each([
    '/home/me/key.json',
    '/var/run/secrets/token',
    '~/keys/deploy',
    './config/prod.pem',
    '/etc/ssl/ca-2024.crt',
  ])('and a real one is none: %s', (value) => {
    expect(createSecrets({ DEPLOY_KEY: value }).clean(`reads ${value} now`)).toBe(`reads ${value} now`);
  });
});

describe('4.11 secrets in commands', () => {
  it.each([
    `GITHUB_TOKEN=${token} sh -c true`,
    `curl -H "Authorization: Bearer ${token}" https://example.com`,
    `npm publish --token ${token}`,
    `git clone https://me:${token}@example.com/r.git`,
    `A_TOKEN=${token} B_TOKEN=${token}x sh -c 'test $A_TOKEN != $B_TOKEN'`,
  ])('have a placeholder each, and come back as they were: %s', (command) => {
    const { hide, reveal } = hideCommands(createSecrets({}));
    const hidden = hide(command);
    expect(hidden).not.toContain(token.slice(4));
    expect(clean(hidden)).toBe(hidden);
    expect(reveal(hidden)).toBe(command);
    expect(reveal(hide(['sh', '-c', command]))).toEqual(['sh', '-c', command]);
  });
});

describe('4.11 every field of what is recorded', () => {
  const events = {
    answers: { type: 'run.started', answers: { q1: `use ${token}`, [token]: 'x' } },
    finding: {
      type: 'findings.admitted',
      findings: [
        { file: `key-${token}.txt`, rule: `leak:${token}`, fingerprints: { 'v/1': token }, merged: [{ title: token }] },
      ],
      problems: [{ place: token, message: token }],
    },
    command: { type: 'check.finished', verification: { commands: [{ command: `A=${token} sh`, changes: [token] }] } },
    place: { type: 'places.moved', renamed: { [`b-${token}`]: `a-${token}` }, places: { f1: { file: token } } },
    session: { type: 'warning', message: `${token} ${token}` },
  };
  it.each(Object.entries(events))('is clean: %s', (_, event) => {
    expect(JSON.stringify(clean(event))).not.toContain(token.slice(4));
    expect(clean(event).type).toBe(event.type);
  });
});
