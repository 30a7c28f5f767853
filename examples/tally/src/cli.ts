/** tally [--csv] FILE */
import { readFileSync } from 'node:fs';
import { styleOf, toCsv, toText } from './export.ts';
import { parseLine } from './ledger.ts';

function main(args: readonly string[]): void {
  const file = args.find((arg) => !arg.startsWith('--'));
  if (file === undefined) {
    console.error('usage: tally [--csv] FILE');
    process.exitCode = 1;
    return;
  }
  const expenses = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => parseLine(line) ?? []);
  console.log(styleOf(args) === 'csv' ? toCsv(expenses) : toText(expenses));
  return;
}

main(process.argv.slice(2));
