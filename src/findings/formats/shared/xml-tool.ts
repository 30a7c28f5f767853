/** What keeps XML of others from being read at all. */
import type { XmlProblem } from '../../../plain/xml/xml.ts';

const bomb = { line: 1, column: 1, reason: 'it declares entities of its own. Write it without a document type' };

/** Entities may be declared only in front of the root element. */
export const notReadable = (text: string, root: string): { problem: XmlProblem } | null =>
  /<!ENTITY/i.test(text.slice(0, text.indexOf(root))) ? { problem: bomb } : null;
