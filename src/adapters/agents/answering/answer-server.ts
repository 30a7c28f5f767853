/**
 * The program that an agent starts to answer through: `answer-server FOLDER`, an MCP server on standard input and
 * output.
 */
import * as module from 'node:module';

const [folder] = process.argv.slice(2);

if (folder === undefined) {
  process.stderr.write('answer-server: name the folder of the call\n');
  process.exitCode = 2;
} else {
  module.enableCompileCache();
  const { serveAnswers } = await import('./server.ts');
  await serveAnswers(folder);
}
