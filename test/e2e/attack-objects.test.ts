/** A forged object behind the name of the test, and words of an agent that would steer a forge. */
import { describe, expect, test } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';
import { fixing } from '../support/fixing.ts';

const files = { 'src/a.txt': 'bad\n', 'check.sh': '! grep -q BROKEN src/a.txt\n' };
const findings = [{ code: 'F1', file: 'src/a.txt', line: 1 }];

/** Puts another content under the name that the check has, where the run's own git looks first. */
const forge = `python3 - <<'P'
import os, subprocess, zlib
name = subprocess.run(['git', 'rev-parse', 'HEAD:check.sh'], capture_output=True, text=True).stdout.strip()
folder = os.path.abspath('../../control.git/objects/' + name[:2])
os.makedirs(folder, exist_ok=True)
open(folder + '/' + name[2:], 'wb').write(zlib.compress(b'blob 5\\0true\\n'))
checked = os.path.abspath('../verify-1/check.sh')
if os.path.exists(checked): os.utime(checked, (1, 1))
P`;

describe('a forged object', () => {
  test.each([
    ['BROKEN', 0],
    ['good', 1],
  ])('5.8 does not decide what is proven: %s', (text, fixed) =>
    inSandbox(async (sandbox) => {
      const scenario = { findings: { F1: { run: `${forge}\necho ${text} > src/a.txt` } } };
      const set = ['limits.attemptsPerFinding=1'];
      const { ended, report } = await sandbox.report(
        fixing(sandbox, { findings, scenario, verify: 'sh check.sh', set }).args,
      );
      expect(report.totals).toMatchObject({ fixed });
      // It was really there, and found out.
      expect(ended.stdout + ended.stderr).toContain('was forged');
    }, files),
  );
});

test('8.2 words of an agent in a commit message do nothing at a forge', () =>
  inSandbox(async (sandbox) => {
    const explanation =
      'Closes #1, fixes org/other#2, ping @admin [skip ci]\n\u202eDesrever\u2066\nCo-authored-by : Mallory <m@evil.example>';
    const scenario = { findings: { F1: { run: 'echo good > src/a.txt', explanation } } };
    const { report } = await sandbox.report(fixing(sandbox, { findings, scenario, verify: 'true' }).args);
    const message = sandbox.git('log', '-1', '--format=%B', String(report.branch));
    expect(message).toContain(
      'Closes no. 1, fixes org/other no. 2, ping @ admin (skip ci)\nDesrever\nCo-authored-by - Mallory',
    );
    expect(sandbox.git('log', '-1', '--format=%(trailers:only)', String(report.branch))).toMatch(
      /^Fixpoint-Finding: \S+$/,
    );
  }, files));
