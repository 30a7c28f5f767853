/**
 * Runs scripts of package.json side by side: each waits for the disk, the network or one processor at some time. What one
 * prints comes in one piece, when it is through; one that fails does not keep the others from being heard.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const run = async (script: string): Promise<boolean> => {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => child.once('close', resolve).once('error', reject)),
  ]);
  process.stdout.write(out);
  process.stderr.write(err);
  if (code !== 0) console.error(`npm run ${script} failed`);
  return code === 0;
};

const scripts = process.argv.slice(2);
console.log(`Running ${scripts.join(', ')} side by side …`);
const passed = await Promise.all(scripts.map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
