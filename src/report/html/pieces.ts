/** Small pieces of the page that its sections are made of. */
import { present } from '../../plain/present.ts';
import { html, type Html, nothing, type Part } from './markup.ts';

/** Text of somebody else, which keeps its direction of writing to itself. */
export const words = (text: Part): Html => html`<bdi>${text}</bdi>`;

export const code = (text: string): Html => html`<code>${text}</code>`;

const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/;

/** A time as people write it; always UTC. */
export const time = (at: string): Html => html`<time datetime="${at}">${at.replace(moment, '$1 $2 UTC')}</time>`;

/** A fact at the side; its tone is never all that tells it. */
export const badge = (text: string, tone = 'plain'): Html => html`<span class="badge ${tone}">${text}</span>`;

/** Facts in one line. */
export const facts = (items: readonly Part[]): Html => {
  const there = items.filter((item) => item !== false && item !== null && item !== undefined && item !== '');
  return html`<span class="facts">${there.map((item) => html`<span>${item}</span> `)}</span>`;
};

export const list = (items: readonly Part[], kind = 'plain'): Html =>
  items.length === 0
    ? nothing
    : html`<ul class="${kind}">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`;

export type Column = { title: string; isNumber?: boolean };

/** The first cell of a row names it. */
export const table = (columns: readonly Column[], rows: readonly (readonly Part[])[]): Html => {
  const head = columns.map(({ title, isNumber }) => html`<th scope="col" ${numeric(isNumber)}>${title}</th>`);
  const body = rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell, at) => cellOf(cell, at, columns[at]))}
      </tr>`,
  );
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
};

const numeric = (isNumber = false): Html => (isNumber ? html` class="number"` : nothing);

const cellOf = (cell: Part, at: number, column: Column | undefined): Html =>
  at === 0 ? html`<th scope="row">${cell}</th>` : html`<td${numeric(column?.isNumber)}>${cell}</td>`;

/** Opens on a click, also without a script; print opens it. */
export const fold = (summary: Part, content: Part, { open = false, kind = 'more' } = {}): Html =>
  html`<details class="${kind}" ${open ? html` open` : nothing}>
    <summary>${summary}</summary>
    ${content}
  </details>`;

/** A section of the page; one that has nothing to say is not there. */
export type Section = { id: string; title: string; content: readonly Html[] };

export const section = (id: string, title: string, content: readonly (Html | false | null)[]): Section => ({
  id,
  title,
  content: present(content).filter((part) => !part.isEmpty),
});

export const hasContent = ({ content }: Section): boolean => content.length > 0;

export const sectionMarkup = (each: Section): Html =>
  hasContent(each)
    ? html`<section id="${each.id}" aria-labelledby="${each.id}-title">
        <h2 id="${each.id}-title">${each.title}</h2>
        ${each.content}
      </section> `
    : nothing;
