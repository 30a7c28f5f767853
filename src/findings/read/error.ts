/** A whole input that cannot be read as findings: what is wrong, where, and what to do. */
import { Expected } from '../../model/expected.ts';

export type FindingsFault =
  | 'empty'
  | 'encoding'
  | 'not-json'
  | 'not-xml'
  | 'unknown-format'
  | 'wrong-format'
  | 'version'
  | 'no-verdict'
  | 'elsewhere';

export class FindingsError extends Expected {
  override name = 'FindingsError';
  readonly fault: FindingsFault;
  /** The name of the input, with line and column where they are known. */
  readonly place: string;

  constructor(fault: FindingsFault, place: string, message: string) {
    super('input', `${place}: ${message}`);
    this.fault = fault;
    this.place = place;
  }
}
