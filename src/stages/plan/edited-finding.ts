/** A finding with what a person changed in its fix_todo file. */
import type { Finding } from '../../model/finding.ts';
import { isInside } from './repo-path.ts';
import { textOr } from '../../plain/clean-text.ts';
import { own, type Say } from '../../plain/shape.ts';
import { type Place, placeOf, statedPlace } from './todo-place.ts';

export const longestTitle = 500;

/** Null, with the reason said, where it was moved out of the repository. */
export const asEdited = (finding: Finding, todo: unknown, say: Say): Finding | null => {
  const { file, line } = finding;
  const place = placeOf({ file, line, ...statedPlace(todo) }, say, file);
  return place === null ? null : withEdits(finding, textOr(own(todo, 'title'), '', longestTitle), place, say);
};

/** What was edited beside the finding wins over it; what belonged to the old place goes with it. */
const withEdits = (finding: Finding, title: string, place: Place, say: Say): Finding => {
  const titled = { ...inside(finding, say), title: title === '' ? finding.title : title };
  if (place.file === finding.file && place.line === finding.line && place.endLine === undefined) return titled;
  const { edits, ...elsewhere } = withoutPlace(titled);
  const kept = place.file === finding.file && edits !== undefined ? { ...elsewhere, edits } : elsewhere;
  return { ...kept, ...place };
};

const withoutPlace = (finding: Finding): Finding => {
  const {
    file: _file,
    line: _line,
    endLine: _endLine,
    column: _column,
    endColumn: _endColumn,
    quote: _quote,
    anchor: _anchor,
    ...rest
  } = finding;
  return rest;
};

/** Machine-made edits are applied without asking anybody: none that lead out of the repository. */
const inside = (finding: Finding, say: Say): Finding => {
  if ((finding.edits ?? []).every(({ file }) => isInside(file))) return finding;
  say('"finding.edits" names a file outside the repository: the edits are left out');
  const { edits: _, ...rest } = finding;
  return rest;
};
