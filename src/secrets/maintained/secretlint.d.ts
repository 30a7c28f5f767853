/** What we use of secretlint's preset. Its own types refer to packages that do not come with it. */
declare module '@secretlint/secretlint-rule-preset-recommend' {
  export type Context = {
    createTranslator: () => () => { message: string; messageId: string };
    /** Where in the text something was found. */
    report: (found: { range: readonly [start: number, end: number] }) => void;
    ignore: () => void;
  };
  export type Source = { content: string; contentType: 'text'; filePath: undefined; ext: string; hasBOM: boolean };
  export type Rule = {
    meta: { id: string };
    create: (context: Context, options: Record<string, never>) => { file: (source: Source) => void };
  };
  export const rules: readonly Rule[];
}
