/**
 * What stands around the content: markup that begins in one piece of the page and ends in another, which the tag cannot
 * make. All of it is written here; nothing is put into it.
 */
import { Html } from '../markup.ts';
import { script } from './script.ts';
import { style } from './style.ts';

/** To the letter: the policy names them by their hashes. */
export const ownStyle = new Html(`<style>${style}</style>`);
const ownScript = `<script>${script}</script>`;

export const pageStart = new Html('<!doctype html>\n<html lang="en">\n');
export const bodyStart = new Html('<body>\n<a class="skip" href="#findings">To the findings</a>\n');
export const mainStart = new Html('<main>\n');
export const findingsStart = new Html('<section id="findings" aria-labelledby="findings-title">\n');
export const groupStart = new Html('<section class="group">\n');
export const sectionEnd = new Html('</section>\n');
export const pageEnd = new Html(`</main>\n${ownScript}\n</body>\n</html>\n`);
