/** A term in the one way of writing that all terms have which mean the same. */
import { simplifyExpression } from './expressions.ts';
import { inlined } from './inline.ts';
import { simplifyStatement } from './statements.ts';
import { unformatted } from './plainly/formats.ts';
import { settledTruth } from './plainly/truths.ts';
import { rewritten, type Term } from './term.ts';

const simplified = (whole: Term): Term =>
  rewritten(whole, (part) => simplifyStatement(settledTruth(simplifyExpression(unformatted(part)))));

/** Each step may make room for others. */
export const settled = (whole: Term): Term => simplified(inlined(simplified(inlined(simplified(whole)))));
