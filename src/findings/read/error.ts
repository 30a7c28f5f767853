/** A whole input that cannot be read as findings: what is wrong, where, and what to do. */

export type FindingsErrorKind =
  | 'empty'
  | 'encoding'
  | 'not-json'
  | 'not-xml'
  | 'unknown-format'
  | 'wrong-format'
  | 'version'
  | 'no-verdict';

export class FindingsError extends Error {
  override name = 'FindingsError';
  readonly kind: FindingsErrorKind;
  /** The name of the input, with line and column where they are known. */
  readonly place: string;

  constructor(kind: FindingsErrorKind, place: string, message: string) {
    super(`${place}: ${message}`);
    this.kind = kind;
    this.place = place;
  }
}
