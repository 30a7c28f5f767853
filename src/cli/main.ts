/** Entry of the command line. Written so that an old Node reads it and can say what is wrong. */
import * as module from 'node:module';

const oldest = 24;
const found = process.versions.node;

if (Number(found.split('.')[0]) < oldest) {
  process.stderr.write(
    'fixpoint needs Node ' +
      oldest +
      ' or newer; this is Node ' +
      found +
      ' (' +
      process.execPath +
      ').\n' +
      'Install a newer Node from https://nodejs.org, or run bin/fixpoint of a clone after `npm ci`, which brings ' +
      'one along.\n',
  );
  process.exitCode = 1;
} else {
  module.enableCompileCache();
  import('./program.ts').then(
    (program) => program.main(process.argv.slice(2)),
    (error) => {
      process.stderr.write(String(error) + '\n');
      process.exitCode = 1;
    },
  );
}
