/** A user who signs commits, with a program that is none of the machine's. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from './sandbox.ts';

/** A program that signs as gpg would, and never the same twice. */
export const fakeGpg = (sandbox: Sandbox): { program: string; log: string } => {
  const program = join(sandbox.outside, 'gpg');
  const log = join(sandbox.outside, 'signed.log');
  const script = `#!/bin/sh
echo "$@" >> ${log}
cat > /dev/null
echo '[GNUPG:] SIG_CREATED D 1 8 00 0 0' >&2
printf -- '-----BEGIN PGP SIGNATURE-----\\n\\n%s\\n-----END PGP SIGNATURE-----\\n' "$(wc -l < ${log})"
`;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  sandbox.git('config', '--global', 'gpg.program', program);
  sandbox.git('config', '--global', 'commit.gpgSign', 'true');
  sandbox.git('config', '--global', 'user.signingKey', 'ADA');
  return { program, log };
};
