/** mypy, by its lines, which end with the code of the error. */
import { isPython, type KnownTool, python, pythonMentions } from '../tool.ts';

const codes = new Set(
  `abstract annotation-unchecked arg-type assignment attr-defined await-not-async call-arg call-overload
  comparison-overlap dict-item empty-body exit-return func-returns-value has-type import import-not-found
  import-untyped index list-item literal-required method-assign misc name-defined name-match no-any-return
  no-any-unimported no-overload-impl no-redef no-untyped-call no-untyped-def operator override possibly-undefined
  redundant-cast redundant-expr return return-value safe-super str-bytes-safe str-format syntax top-level-await
  truthy-bool truthy-function type-abstract type-arg type-var typeddict-item typeddict-unknown-key union-attr
  unreachable unused-awaitable unused-coroutine unused-ignore used-before-def valid-newtype valid-type
  var-annotated`.split(/\s+/),
);

export const mypy: KnownTool = {
  name: 'mypy',
  drivers: ['mypy'],
  looksLike: ({ rule, file }) => rule !== undefined && isPython(file) && codes.has(rule),
  files: python,
  programs: ['mypy'],
  command: (program) => [
    program,
    '--no-pretty',
    '--no-color-output',
    '--show-error-codes',
    '--hide-error-context',
    '--no-error-summary',
    '{files}',
  ],
  format: 'lines',
  configuredBy: { files: ['mypy.ini', '.mypy.ini'], mentions: pythonMentions('mypy') },
};
