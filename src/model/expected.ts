/**
 * Errors that somebody can act on: the message says what happened, to what, and what to do. Any other error is a bug.
 */

/**
 * What kind of answer it is, for those who have to tell them apart, such as a server that needs a status code.
 * `input`: what was given cannot be used. `not-found`: what was named is not there. `conflict`: it is there, and in a
 * state in which that cannot be done. `busy`: somebody else holds it. `repository`: git or the repository is in the
 * way. `tampered`: something of ours was changed behind our back. `storage`: what we keep cannot be read or written.
 * `cancelled`: somebody ended it.
 */
export type ExpectedKind =
  | 'input'
  | 'not-found'
  | 'conflict'
  | 'busy'
  | 'repository'
  | 'tampered'
  | 'storage'
  | 'cancelled';

export class Expected extends Error {
  override name = 'Expected';
  readonly kind: ExpectedKind;

  constructor(kind: ExpectedKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Something that was given cannot be used, is not there, or is in no state for it: says what, and what to do. */
export class InputError extends Expected {
  override name = 'InputError';

  constructor(message: string, kind: 'input' | 'not-found' | 'conflict' = 'input') {
    super(kind, message);
  }
}
