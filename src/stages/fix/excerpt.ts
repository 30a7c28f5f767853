/** The lines around a finding: what a fixer needs to see, not the whole file. */

const around = 12;
const most = 120;

export const excerptOf = (text: string, line: number | undefined, endLine: number | undefined): string => {
  const all = text.split('\n');
  const first = Math.max(1, (line ?? 1) - around);
  const last = Math.min(all.length, Math.min((endLine ?? line ?? 1) + around, first + most - 1));
  const width = String(last).length;
  return all
    .slice(first - 1, last)
    .map((content, index) => `${String(first + index).padStart(width)} | ${content.length > 400 ? `${content.slice(0, 400)}…` : content}`)
    .join('\n');
};
