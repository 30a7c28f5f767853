/** A test that replaces what it tests by a stand-in checks the stand-in. */
import type { Remark } from '../../../model/remark.ts';
import type { Mark, Unit } from '../model.ts';
import { canonical, identifiersOf } from '../text/tokens.ts';
import { type Judge, remark } from './judge.ts';
import { named } from './words.ts';

const stringsIn = (text: string): string[] =>
  [...text.matchAll(/["'`]([^"'`\n]{1,200})["'`]/g)].map(([, inner]) => inner ?? '');

/** Names that a stand-in for a whole module replaces: all that are imported, or those that it says. */
const replacedInModule = (text: string, source: string): string[] => {
  const [module = ''] = stringsIn(text);
  const imported = namesImported(source, module);
  if (!/requireActual|importActual|importOriginal/.test(text)) return imported;
  return imported.filter((name) => new RegExp(`\\b${name.replaceAll('$', '\\$')}\\s*[:(]`).test(text));
};

const replacedBy = ({ text }: Mark, file: Unit, source: string): string[] => {
  const bare = text.replace(/^@/, '');
  if (/^(?:jest|vi)\.(?:mock|doMock|unstable_mockModule)|^mock\.module|^t\.mock\.module/.test(bare))
    return replacedInModule(bare, source);
  if (/^(?:Mockito\.)?(?:when|given|every|doReturn)\b/.test(bare))
    return [/\.\s*(\w+)\s*\([^()]*\)\s*\)/.exec(bare)?.[1] ?? ''];
  const names = stringsIn(bare).map((each) => each.split(/[./:]/).at(-1) ?? '');
  const isOfObject = /patch\.object|spyOn|stub|setattr|replace|method/.test(bare);
  return [...names.slice(0, 1), ...(isOfObject ? names : [])].filter((name) => name !== '' && file.kind === 'file');
};

const namesImported = (source: string, module: string): string[] => {
  if (module === '') return [];
  const lines = source
    .split('\n')
    .filter(
      (line) => line.includes(module) && /\b(?:import|require)\b/.test(line) && !/\.(?:mock|doMock)\(/.test(line),
    );
  return lines
    .flatMap((line) => identifiersOf(line.replaceAll(/["'`][^"'`]*["'`]/g, '')))
    .filter((name) => !/^(?:import|from|const|let|var|require|as|type|await|default)$/.test(name));
};

const fileOf = (unit: Unit): Unit => (unit.parent === null ? unit : fileOf(unit.parent));

const isCalledIn = (name: string, text: string): boolean => canonical(text).includes(`${name} (`);

/** What a check is about: the call whose result is compared. */
const testedCalls = (unit: Unit, name: string): boolean =>
  unit.checks.some(
    ({ subject, kind }) => kind !== 'row' && isCalledIn(name, subject) && !/toHaveBeenCalled|called/.test(subject),
  );

const isProductive = ({ text }: Mark): boolean => !/^(?:Mockito\.)?(?:mock|spy)\s*\(|^Object\./.test(text);

/** What the tests around a stand-in call is what it replaces. */
const replacesTested = (mark: Mark, unit: Unit, after: readonly Unit[], source: string, judge: Judge): boolean => {
  const concerned = after.filter((each) => each === unit || (unit.kind !== 'test' && each.file === unit.file));
  const isForAll = unit.kind !== 'test' && !after.some(({ kind, file }) => kind === 'test' && file === unit.file);
  return replacedBy(mark, fileOf(unit), source)
    .filter((name) => name !== '')
    .some(
      (name) =>
        (isForAll && judge.isUnit(name)) ||
        concerned.some((each) => testedCalls(each, name) || (judge.isUnit(name) && each.calls.has(name))),
    );
};

export const mockRemarks = (
  after: readonly Unit[],
  before: readonly Unit[],
  sources: ReadonlyMap<string, string>,
  judge: Judge,
): Remark[] => {
  const known = new Set(before.flatMap(({ mocks }) => mocks.map(({ text }) => canonical(text))));
  return after.flatMap((unit) => {
    const fresh = unit.mocks.filter((mark) => !known.has(canonical(mark.text)) && isProductive(mark));
    if (fresh.length === 0 || judge.isAsked('mocked', [unit.file])) return [];
    const hit = fresh.find((mark) => replacesTested(mark, unit, after, sources.get(unit.file) ?? '', judge));
    if (hit === undefined) return [];
    const message = `${named(unit)} replaces what it tests by a stand-in`;
    const accepted = 'a test of the code itself; stand-ins only for what it works with';
    return [remark(unit.file, hit.line, { rule: 'unit-mocked', message, accepted })];
  });
};
