/** Columns as a source gives them, as far as they are columns. */
import type { LineRange } from './lines.ts';

export type Columns = { column?: number; endColumn?: number };

const toColumn = (value: number | string | null | undefined): number | undefined => {
  const column = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof column === 'number' && Number.isSafeInteger(column) && column >= 1 ? column : undefined;
};

/** 0 and what is not a column count as none; an end counts where it is not before the start. */
export const toColumns = (
  lines: LineRange | null,
  start: number | string | null | undefined,
  end?: number | string | null,
): Columns => {
  const column = toColumn(start);
  if (lines?.line === undefined || column === undefined) return {};
  const endColumn = toColumn(end);
  return {
    column,
    ...(endColumn !== undefined && (lines.endLine !== undefined || endColumn >= column) && { endColumn }),
  };
};
