/** What others have said, behind a colon; nothing when they said nothing. */
import { printable, shorten } from '../plain/printable.ts';

export const said = (text: string | undefined): string =>
  text === undefined || text === '' ? '' : `: ${shorten(printable(text), 300)}`;
