/** What a browser has to know of the page, and what is on it. */
import type { Report } from '../../../model/report.ts';
import { html, type Html } from '../markup.ts';
import { hasContent, type Section } from '../pieces.ts';
import { ownStyle } from './frame.ts';
import { headline } from './headline.ts';
import { contentPolicy } from './policy.ts';
import { script } from './script.ts';
import { style } from './style.ts';

export const head = (report: Report): Html =>
  html`<head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${contentPolicy(style, script)}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <meta name="robots" content="noindex" />
    <title>${headline(report)} · Fixpoint ${report.run}</title>
    ${ownStyle}
  </head>`;

const entry = ({ id, title }: Pick<Section, 'id' | 'title'>): Html => html`<li><a href="#${id}">${title}</a></li>`;

/** `first` and `last`: what stands before the findings, and behind them. */
export const contents = (first: readonly Section[], last: readonly Section[]): Html =>
  html`<nav aria-label="Contents">
    <ul>
      ${first.filter(hasContent).map(entry)} ${entry({ id: 'findings', title: 'Findings' })}
      ${last.filter(hasContent).map(entry)}
    </ul>
  </nav>`;
