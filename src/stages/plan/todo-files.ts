/**
 * Writes a plan as files that a person can read and edit: `master_todo.json`, and a `fix_todo_{code}.json` for each
 * finding.
 */
import type { Finding } from '../../model/finding.ts';
import type { FixTodo, MasterTodo, PlanStep, TodoNotes, TodoPlan } from '../../model/todo.ts';

export type TodoFile = { name: string; text: string };

export type PlanToWrite = {
  session: string;
  branch: string;
  steps: readonly PlanStep[];
  /** By id of the finding. */
  todos: Readonly<Record<string, TodoNotes>>;
  findings: readonly Finding[];
  /** By id of the finding: the code that it is about. */
  snippets: ReadonlyMap<string, string>;
  /**
   * Where the files lie, put before their names; empty for none. The master names the others without it: they lie
   * beside it.
   */
  folder: string;
};

export const masterFile = 'master_todo.json';

type Step = { reason: string; members: Finding[] };

const masterOf = (plan: PlanToWrite, steps: readonly Step[], nameOf: (finding: Finding) => string): MasterTodo => ({
  session_id: plan.session,
  branch_name: plan.branch,
  execution_steps: steps.map(({ reason, members }, index) => ({
    step: index + 1,
    reason,
    issues: members.map((finding) => ({
      code: finding.code,
      todo_file: nameOf(finding),
      agent_type: 'fixer-single',
    })),
  })),
  summary: { total_issues: steps.flatMap(({ members }) => members).length, total_steps: steps.length },
});

export const todoFiles = (plan: PlanToWrite): TodoFile[] => {
  const byId = new Map(plan.findings.map((finding) => [finding.id, finding]));
  const steps = plan.steps.map(({ reason, findings }) => ({
    reason,
    members: findings.flatMap((id) => byId.get(id) ?? []),
  }));
  const members = steps.flatMap((step) => step.members);
  const names = fileNames(members);
  const nameOf = (finding: Finding): string => names.get(finding.id) ?? '';
  const notes = new Map(Object.entries(plan.todos));
  const todoOf = (finding: Finding): FixTodo =>
    fixTodoOf({ finding, notes: notes.get(finding.id), snippet: plan.snippets.get(finding.id) ?? '' });
  return [
    asFile(plan.folder, masterFile, masterOf(plan, steps, nameOf)),
    ...members.map((finding) => asFile(plan.folder, nameOf(finding), todoOf(finding))),
  ];
};

export const fixTodoOf = ({
  finding,
  notes,
  snippet,
}: {
  finding: Finding;
  notes: TodoNotes | undefined;
  snippet: string;
}): FixTodo => ({
  issue_code: finding.code,
  issue_id: finding.sourceId ?? finding.id,
  file: finding.file ?? null,
  line: finding.line ?? null,
  title: finding.title,
  clarifications: notes?.clarifications ?? [],
  context: {
    file_content_snippet: snippet,
    related_files: notes?.related_files ?? [],
    existing_patterns: notes?.existing_patterns ?? [],
  },
  plan: notes?.plan ?? planWithoutPlanner(finding),
  finding,
});

/** The format wants a plan where nobody planned: what the reviewer suggests. */
export const planWithoutPlanner = ({ suggestion }: Pick<Finding, 'suggestion'>): TodoPlan => ({
  approach: 'patch',
  steps: suggestion === undefined || suggestion.trim() === '' ? [] : [suggestion],
  estimated_lines_changed: 0,
  risks: [],
  verification: '',
});

const asFile = (folder: string, name: string, content: MasterTodo | FixTodo): TodoFile => ({
  name: folder === '' ? name : `${folder}/${name}`,
  text: `${JSON.stringify(content, null, 2)}\n`,
});

/** By id. Codes may hold anything; some file systems take two names that differ in case for one. */
const fileNames = (findings: readonly Finding[]): Map<string, string> => {
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return new Map(
    findings.map(({ id, code }) => {
      const safe = todoFileName(code);
      let name = safe;
      for (let n = lastNumber.get(safe) ?? 1; taken.has(name.toLowerCase());) {
        n += 1;
        lastNumber.set(safe, n);
        name = safe.replace(/\.json$/, `~${n}.json`);
      }
      taken.add(name.toLowerCase());
      return [id, name];
    }),
  );
};

export const todoFileName = (code: string): string =>
  `fix_todo_${code.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 80)}.json`;
