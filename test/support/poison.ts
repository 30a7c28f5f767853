/** Configuration that has git run a program, in every way we know of. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Plants it all in a git directory; `canary` is the program. */
export const poison = (gitDir: string, canary: string): void => {
  const hooks = join(gitDir, 'planted-hooks');
  mkdirSync(hooks, { recursive: true });
  for (const name of [
    'pre-commit',
    'post-checkout',
    'post-index-change',
    'reference-transaction',
    'post-commit',
    'pre-auto-gc',
  ]) {
    for (const folder of [hooks, join(gitDir, 'hooks')]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), `#!/bin/sh\nexec '${canary}' </dev/null\n`);
      chmodSync(join(folder, name), 0o755);
    }
  }
  const keys = {
    'core.fsmonitor': canary,
    'core.hooksPath': hooks,
    'core.sshCommand': canary,
    'core.gitProxy': canary,
    'core.editor': canary,
    'core.pager': canary,
    'core.askPass': canary,
    'credential.helper': canary,
    'gpg.program': canary,
    'gpg.ssh.program': canary,
    'gpg.ssh.defaultKeyCommand': canary,
    'commit.gpgSign': 'true',
    'user.signingKey': 'ABCDEF',
    'diff.external': canary,
    'diff.planted.textconv': canary,
    'diff.planted.command': canary,
    'merge.planted.driver': canary,
    'filter.planted.clean': canary,
    'filter.planted.smudge': canary,
    'filter.planted.process': canary,
    'filter.planted.required': 'true',
    'uploadpack.packObjectsHook': canary,
    'gc.auto': '1',
  };
  for (const [key, value] of Object.entries(keys))
    execFileSync('git', ['config', '-f', join(gitDir, 'config'), key, value]);
  mkdirSync(join(gitDir, 'info'), { recursive: true });
  writeFileSync(join(gitDir, 'info/attributes'), '* filter=planted diff=planted merge=planted\n');
};
