/** A small shell that stays, runs one program after the other, and ends with us: its commands come through our pipe. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { mark, MarkedStream } from './marked-stream.ts';

export type ShellCall = {
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  input?: string;
  signal?: AbortSignal;
};
export type ShellResult = { code: number; stdout: Buffer; stderr: Buffer };

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const scriptFor = ({ args, cwd, env, input }: ShellCall): string => {
  const settings = Object.entries(env).map(([name, value]) => `${name}=${quote(value)} `);
  const program = `${settings.join('')}${args.map(quote).join(' ')}`;
  const feed = input === undefined ? '' : `printf %s ${quote(input)} | `;
  const command = `(cd ${quote(cwd)} && ${feed}${program}) </dev/null`;
  return `${command}; c=$?; printf '%s %s\\n' ${quote(mark)} "$c"; printf '%s \\n' ${quote(mark)} >&2\n`;
};

export class Shell {
  #child: ChildProcess;
  #stdout: MarkedStream;
  #stderr: MarkedStream;
  isGone = false;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#child = spawn('/bin/sh', [], { cwd: '/', env: environment, detached: true, stdio: 'pipe' });
    const { stdout, stderr, stdin } = this.#child;
    if (!stdout || !stderr || !stdin) throw new Error('a shell without streams');
    this.#stdout = new MarkedStream(stdout);
    this.#stderr = new MarkedStream(stderr);
    for (const event of ['error', 'close'] as const) this.#child.on(event, () => (this.isGone = true));
    stdin.on('error', () => (this.isGone = true));
    this.#hold(false);
  }

  /** An idle shell does not keep the program from ending. */
  #hold(busy: boolean): void {
    const change = busy ? 'ref' : 'unref';
    this.#child[change]();
    for (const stream of this.#child.stdio) if (stream instanceof Socket) stream[change]();
  }

  /** With all that it has started: they are one group. */
  #kill(): void {
    this.isGone = true;
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }

  /** Resolves when it is gone. */
  end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return Promise.resolve();
    this.#hold(true);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#child.once('close', () => resolve());
    this.#child.stdin?.end();
    return promise;
  }

  /** Null when the shell itself ended: then nothing is known about the command. */
  async run(call: ShellCall): Promise<ShellResult | null> {
    const kill = (): void => this.#kill();
    this.#hold(true);
    const gone = Promise.withResolvers<null>();
    const giveUp = (): void => gone.resolve(null);
    this.#child.once('close', giveUp);
    call.signal?.addEventListener('abort', kill, { once: true });
    if (call.signal?.aborted === true) kill();
    try {
      this.#child.stdin?.write(scriptFor(call));
      return await Promise.race([this.#result(), gone.promise]);
    } finally {
      this.#child.off('close', giveUp);
      call.signal?.removeEventListener('abort', kill);
      this.#hold(false);
    }
  }

  async #result(): Promise<ShellResult> {
    const [out, err] = await Promise.all([this.#stdout.next(), this.#stderr.next()]);
    return { code: Number(out.rest), stdout: out.output, stderr: err.output };
  }
}
