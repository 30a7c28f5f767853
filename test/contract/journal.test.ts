/** The journals that there are, held to their contract. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '../../src/adapters/journal/sqlite-journal.ts';
import type { JournalSubject } from '../support/journal-subject.ts';
import { journalSuite } from './journal-suite.ts';

const inSqlite = (): JournalSubject => {
  const folder = mkdtempSync(join(tmpdir(), 'fixpoint-journal-'));
  const file = join(folder, 'journal.db');
  const source = new URL('../../src/adapters/journal/sqlite-journal.ts', import.meta.url).href;
  return {
    open: (options) => openJournal(file, options),
    opening: `import { openJournal } from ${JSON.stringify(source)}; const journal = openJournal(${JSON.stringify(file)});`,
    spoilEvents: () => {
      const database = new DatabaseSync(file);
      database.exec(`UPDATE events SET body = 'spoilt'`);
      database.close();
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
};

journalSuite('SQLite', inSqlite);
