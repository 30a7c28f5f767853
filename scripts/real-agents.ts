/** Installs the real agent CLIs that the contract suite drives. */
import { installForTests } from './install/packages-of-tests.ts';

const agents = { name: 'real-agents', what: 'the real agent CLIs (1.3 GB)', command: 'npm run real-agents' };

process.exitCode = installForTests(agents) ? 0 : 1;
