/** Messages of rustc and clippy, as cargo gives them: an object in each line, with fixes that machines may apply. */
import { z } from 'zod';
import type { TextEdit } from '../../../model/finding/edits.ts';
import { own } from '../../../plain/shape.ts';
import { jsonLinesTool } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';
import type { Told } from '../shared/told.ts';

const Span = z.object({
  file_name: z.string(),
  is_primary: z.boolean().nullish(),
  line_start: z.int().min(1),
  line_end: z.int().min(1),
  column_start: z.int().min(1),
  column_end: z.int().min(1),
  suggested_replacement: z.string().nullish(),
  suggestion_applicability: z.string().nullish(),
});
type Span = z.infer<typeof Span>;

const Child = z.object({ level: z.string(), message: z.string(), spans: z.array(Span) });

const Message = z.object({
  message: z.string(),
  level: z.string(),
  code: z.object({ code: z.string() }).nullish(),
  spans: z.array(Span),
  children: z.array(Child).nullish().catch(null),
});
type Message = z.infer<typeof Message>;

/** Several helps are alternatives, of which nobody knows which is meant: none is made. */
const editsOf = ({ children }: Message, path: string, file: string): TextEdit[] => {
  const offered = (children ?? []).filter(({ spans }) =>
    spans.some((span) => typeof span.suggested_replacement === 'string'),
  );
  const spans = offered.length === 1 ? (offered[0]?.spans ?? []) : [];
  const isSure = (span: Span): boolean =>
    span.suggestion_applicability === 'MachineApplicable' && span.file_name === path;
  return spans.every(isSure) ? spans.map((span) => editOf(span, file)) : [];
};

const editOf = (span: Span, file: string): TextEdit => ({
  file,
  range: {
    by: 'position',
    startLine: span.line_start,
    startColumn: span.column_start,
    endLine: span.line_end,
    endColumn: span.column_end,
    unit: 'codePoint',
  },
  text: span.suggested_replacement ?? '',
});

/** What has no place is a total, such as "2 warnings emitted". */
const toldOf = (message: Message): Told | null => {
  const span = message.spans.find((each) => each.is_primary) ?? message.spans[0];
  if (!span) return null;
  const helps = (message.children ?? []).filter(({ level }) => level === 'help').map((child) => child.message);
  return {
    message: message.message,
    path: span.file_name,
    severity: toolSeverity(message.level),
    rule: message.code?.code,
    line: span.line_start,
    endLine: span.line_end,
    column: span.column_start,
    endColumn: span.column_end,
    suggestion: helps.join('\n'),
    edits: (file) => editsOf(message, span.file_name, file),
  };
};

export const cargo = jsonLinesTool({
  name: 'cargo',
  title: 'messages of cargo check or clippy (--message-format json)',
  reviewer: 'cargo',
  isEntry: (value) =>
    typeof own(value, 'reason') === 'string' &&
    (own(value, 'package_id') !== undefined || own(value, 'reason') === 'build-finished'),
  shape: z.object({ reason: z.string(), message: Message.optional() }),
  told: ({ reason, message }) => (reason === 'compiler-message' && message ? toldOf(message) : null),
});
