/**
 * Loaded into Fixpoint by `node --import`: kills it with SIGKILL right before or right after a commit of its journal.
 *
 * A commit is named by its last event and how often there was one of that name, over all processes of the run:
 * `check.finished 1.2.5#1`. CRASH_LOG gets the names, one per line. CRASH_AT is `before NAME` or `after NAME`.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { DatabaseSync, StatementSync } from 'node:sqlite';

const target = process.env.CRASH_AT ?? '';
const log = process.env.CRASH_LOG;
const { exec, prepare } = DatabaseSync.prototype;
const { run } = StatementSync.prototype;
const inserts = new WeakSet();
const seen = new Map();
let last;

if (existsSync(log)) for (const name of readFileSync(log, 'utf8').split('\n')) count(name.replace(/#\d+$/, ''));

function count(name) {
  seen.set(name, (seen.get(name) ?? 0) + 1);
  return seen.get(name);
}

function nameOf(type, body) {
  const { unit, id, cycle, step, what } = JSON.parse(body);
  return [type, unit ?? id ?? (step === undefined ? cycle : `${cycle}.${step}`) ?? what?.split(' ')[0]]
    .filter(Boolean)
    .join(' ');
}

const dieIf = (moment) => {
  if (target === moment) process.kill(process.pid, 'SIGKILL');
};

DatabaseSync.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql);
  if (sql.startsWith('INSERT INTO events')) inserts.add(statement);
  return statement;
};

StatementSync.prototype.run = function (...values) {
  if (inserts.has(this)) last = nameOf(values[3], values[4]);
  return run.apply(this, values);
};

DatabaseSync.prototype.exec = function (sql) {
  if (sql !== 'COMMIT') return exec.call(this, sql);
  const base = last ?? 'no event';
  last = undefined;
  const name = `${base}#${count(base)}`;
  dieIf(`before ${name}`);
  const result = exec.call(this, sql);
  appendFileSync(log, `${name}\n`);
  dieIf(`after ${name}`);
  return result;
};
