/**
 * A text as statements, in a form that does not depend on how it is laid out: joined where they are broken, taken apart
 * where several stand in a line, without indentation, commas and semicolons.
 */
import { isCode } from '../code-files.ts';
import { isCommentLine, isWord, tokensOf } from './tokens.ts';

export type Statement = {
  text: string;
  tokens: readonly string[];
  /** Where it begins, from 1, and how that line reads. */
  line: number;
  source: string;
  /** It says little by itself: a comment, an import, a bracket. */
  isLight: boolean;
};

/** A bracket that is never closed joins no more than this. */
const mostJoined = 60;
const mostTokens = 2_000;

const closing: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const goesOn = /^(?:=|=>|\+|&&|\|\||\?\?|\?|-|==|===|!=|!==|\.)$/;
const continues = /^\s*(?:\.(?!\.)|\?\.|&&|\|\||\?\?|\?\s|:\s|=>|[-+/%<>=!|&^]=*\s)/;

const importing = /^(?:import|from|use|using|require|require_relative|include|# include|package|mod)\b|\brequire \(/;

const fewest = 2;

const statementOf = (tokens: readonly string[], line: number, source: string): Statement => {
  const text = tokens.join(' ');
  return { text, tokens, line, source, isLight: tokens.filter(isWord).length < fewest || importing.test(text) };
};

class Builder {
  readonly statements: Statement[] = [];
  #open: string[] = [];
  #tokens: string[] = [];
  #line = 1;
  #source = '';

  add(token: string, line: number, source: string): void {
    if (this.#tokens.length === 0) [this.#line, this.#source] = [line, source];
    if (token === '(' || token === '[' || token === '{') this.#open.push(token);
    else if (this.#open.at(-1) === closing[token]) this.#open.pop();
    if (token === ',' || token === ';') {
      if (this.isLoose()) this.end();
      return;
    }
    this.#tokens.push(token);
    if ((token === '{' || token === '}') && this.isLoose()) this.end();
  }

  /** Not inside of brackets in which a line break means nothing. */
  isLoose(): boolean {
    const last = this.#open.at(-1);
    return last === undefined || last === '{';
  }

  endLine(line: number, next: string | undefined): void {
    const isLong = line - this.#line >= mostJoined || this.#tokens.length >= mostTokens;
    if (isLong) this.#open = [];
    const isUnfinished = goesOn.test(this.#tokens.at(-1) ?? '') || (next !== undefined && continues.test(next));
    if (isLong || (this.isLoose() && !isUnfinished)) this.end();
  }

  comment(text: string, line: number): void {
    this.statements.push({ text, tokens: text.split(' '), line, source: text, isLight: true });
  }

  end(): void {
    if (this.#tokens.length > 0) this.statements.push(statementOf(this.#tokens, this.#line, this.#source));
    this.#tokens = [];
  }
}

const plainText = (line: string): string => line.trim().replaceAll(/\s+/g, ' ');

/** In prose and data, lines are what they are. */
const plainLines = (lines: readonly string[]): Statement[] =>
  lines.flatMap((line, index) => {
    const text = plainText(line);
    return text === ''
      ? []
      : [{ text, tokens: text.split(' '), line: index + 1, source: text, isLight: !isWord(text) }];
  });

export const statementsOf = (path: string, text: string): Statement[] => {
  const lines = text.split('\n');
  if (!isCode(path)) return plainLines(lines);
  const builder = new Builder();
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    if (isCommentLine(line)) builder.comment(plainText(line), number);
    else {
      for (const token of tokensOf(line, path)) builder.add(token, number, line);
      builder.endLine(number, lines[index + 1]);
    }
  }
  builder.end();
  return builder.statements;
};
