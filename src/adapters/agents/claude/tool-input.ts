/** What of a tool's input is worth showing. */
import { firstLine } from '../../../plain/text.ts';

type ToolInput = Readonly<Record<string, unknown>>;

const longestDetail = 200;

/** The first of these that is there says what a call is about. */
const telling = ['command', 'file_path', 'notebook_path', 'pattern', 'path', 'url', 'query', 'id', 'description'];

export const fileOf = (input: ToolInput): string | undefined =>
  [input['file_path'], input['notebook_path']].find((value) => typeof value === 'string');

export const detailOf = (input: ToolInput): string => {
  const value = telling.map((key) => input[key]).find((each) => typeof each === 'string');
  return value === undefined ? '' : firstLine(value, longestDetail);
};
