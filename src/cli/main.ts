/** Entry of the command line. Written so that an old Node reads it and can say what is wrong. */
import * as module from 'node:module';
import { nodeTooOld } from '../node-version.ts';

const tooOld = nodeTooOld();

if (tooOld !== null) {
  process.stderr.write(tooOld + '\n');
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
