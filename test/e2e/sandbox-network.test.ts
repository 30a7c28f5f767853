/** What a sandboxed agent can reach: real servers on this machine, and scripts that look for more. */
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCage, sandboxHere, type Caged } from '../support/caged.ts';

const isUsable = await sandboxHere();

let cage: Caged;
const servers: { close: () => unknown }[] = [];
beforeEach(() => {
  cage = openCage();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  cage.dispose();
});

/** A model on this machine; says its name and how much it was sent. */
const serve = async (name: string, host = '127.0.0.1'): Promise<{ port: number; asked: string[] }> => {
  const asked: string[] = [];
  const server: Server = createHttpServer((request, response) => {
    asked.push(request.url ?? '');
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => response.end(`${name} ${bytes}\n`));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, asked };
};

const curl = 'curl -sS -m 10';

describe.runIf(isUsable)('4.11 what a sandboxed agent can reach', () => {
  it('is the port of this machine that it may, and no other', async () => {
    const [model, other] = await Promise.all([serve('model'), serve('other')]);
    const script = `${curl} http://127.0.0.1:${model.port}/; ${curl} http://localhost:${model.port}/; ${curl} http://127.0.0.1:${other.port}/`;
    const outcome = await cage.run(script, { hosts: [`127.0.0.1:${model.port}`] });
    expect(outcome).toMatchObject({ stdout: 'model 0\nmodel 0\n', exitCode: 7 });
    expect(other.asked).toEqual([]);
  });

  it('is the same with many large requests at once', async () => {
    const model = await serve('model');
    const request = `head -c 3000000 /dev/zero | ${curl} --data-binary @- http://127.0.0.1:${model.port}/ &`;
    const { stdout } = await cage.run(`${request.repeat(20)} wait`, { hosts: [`127.0.0.1:${model.port}`] });
    expect(stdout).toBe('model 3000000\n'.repeat(20));
  });

  it('is nothing when it may reach nothing', async () => {
    const model = await serve('model');
    const { stdout, exitCode } = await cage.run(`${curl} http://127.0.0.1:${model.port}/`);
    expect({ stdout, exitCode, asked: model.asked }).toEqual({ stdout: '', exitCode: 7, asked: [] });
  });

  it('is through the proxy the host and port that it may, however they are written, and no other', async () => {
    const [model, other] = await Promise.all([serve('model', '127.0.0.2'), serve('other', '127.0.0.2')]);
    const urls = [
      `127.0.0.2:${model.port}`,
      `2130706434:${model.port}`,
      `127.0.0.2:${other.port}`,
      `127.0.0.1:${other.port}`,
      'example.com',
    ];
    const direct = [`127.0.0.2:${other.port}`, '192.0.2.1'].map(
      (url) => `${curl} --noproxy '*' -o /dev/null -w '%{http_code}\\n' http://${url}/`,
    );
    const asks = urls.flatMap((url) =>
      ['', '--proxytunnel'].map(
        (how) => `${curl} ${how} -o /dev/null -w '%{http_code} %{http_connect}\\n' --noproxy none http://${url}/`,
      ),
    );
    const { stdout } = await cage.run([...asks, ...direct].join('; '), {
      hosts: [`127.0.0.2:${model.port}`, 'api.example.org:443'],
    });
    const refused = ['403 000', '000 403'];
    expect(stdout.trim().split('\n')).toEqual([
      '200 000',
      '200 200',
      '200 000',
      '200 200',
      ...refused,
      ...refused,
      ...refused,
      '000',
      '000',
    ]);
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['2130706434', '200'],
    ['0x7f.2', '200'],
    ['127.0.0.3', '403'],
    ['127.0.0.2.example.com', '403'],
    ['127.0.0.2%00', '4'],
    ['[::ffff:127.0.0.3]', '403'],
  ])('is through the proxy %s as what it stands for: %s', async (host, status) => {
    const model = await serve('model', '127.0.0.2');
    // By hand: other clients put addresses into their usual form before they ask.
    const tell = '(answer) => (console.log(answer.statusCode), process.exit())';
    const request = `{ port: 3128, method: 'CONNECT', path: '${host}:${model.port}' }`;
    const script = `require('node:http').request(${request}).on('connect', ${tell}).on('response', ${tell}).end()`;
    const { stdout } = await cage.run([process.execPath, '-e', script], { hosts: [`127.0.0.2:${model.port}`] });
    expect(stdout).toMatch(new RegExp(`^${status}`));
  });

  it('is through the proxy what programs ask for that know of proxies by their environment only', async () => {
    const model = await serve('model', '127.0.0.2');
    const script = `console.log((await fetch('http://127.0.0.2:${model.port}/')).status, await fetch('http://127.0.0.3:${model.port}/').then((r) => r.status, String))`;
    const outcome = await cage.run([process.execPath, '--input-type=module', '-e', script], {
      hosts: [`127.0.0.2:${model.port}`],
    });
    expect(outcome).toMatchObject({ stdout: '200 TypeError: fetch failed\n' });
  });

  it('is different for calls at the same time', async () => {
    const models = await Promise.all(['a', 'b', 'c', 'd'].map((name) => serve(name)));
    const all = models.map(({ port }) => `${curl} http://127.0.0.1:${port}/ 2>/dev/null`).join('; ');
    const outcomes = await Promise.all(
      models.map(({ port }, n) =>
        cage.run(`echo ${n} >made-${n}; ${all}`, { hosts: [`127.0.0.1:${port}`], access: n === 0 ? 'read' : 'edit' }),
      ),
    );
    expect(outcomes.map(({ stdout }) => stdout)).toEqual(['a 0\n', 'b 0\n', 'c 0\n', 'd 0\n']);
    expect((await cage.run('ls')).stdout).toBe('a.txt\nmade-1\nmade-2\nmade-3\n');
  });

  it('is everything with full access, which still sees no more files', async () => {
    const model = await serve('model');
    const outcome = await cage.run(
      `${curl} http://127.0.0.1:${model.port}/; cat "$HOME/.netrc"; cat /etc/resolv.conf >/dev/null && echo resolver`,
      { access: 'full' },
    );
    expect(outcome).toMatchObject({ stdout: 'model 0\nresolver\n' });
  });

  it('is no socket of another program, neither in a folder nor abstract', async () => {
    const paths = [join(cage.folder, 'daemon.sock'), '\0fixpoint-test-daemon'];
    let reached = 0;
    for (const path of paths) {
      const server = createServer((socket) => {
        reached += 1;
        socket.end();
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(path, resolve));
    }
    const { exitCode } = await cage.run(
      `socat -u /dev/null UNIX-CONNECT:${paths[0]} || socat -u /dev/null ABSTRACT-CONNECT:fixpoint-test-daemon`,
    );
    expect({ reached, failed: exitCode !== 0 }).toEqual({ reached: 0, failed: true });
  });
});
