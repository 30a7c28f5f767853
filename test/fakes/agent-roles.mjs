/**
 * What the scripted agent answers when it is not asked to fix. In each of these a list stands for the 1st, 2nd, … call, the
 * last one repeats, and every key of Call (agent.mjs) may stand beside the others:
 *
 *   "review":    Review | [Review, …]                  // counted for each reviewer by itself
 *   "reviewers": { "<name of the reviewer>": Review | [Review, …] }   // in place of "review"
 *   "clarify":   Clarify | [Clarify, …]
 *   "plan":      Plan | [Plan, …]
 *   "challenge": Challenge | [Challenge, …]
 *   "adjudicate": Adjudicate | [Adjudicate, …]
 *
 * For all of them:
 *   "json":  …                                         // exactly this as the answer
 *   "text":  "…"                                       // exactly this, which need not be JSON: markdown, prose
 *   "edits": […], "run": "shell line"                  // as in a fixer's Step, although they should only read
 *
 * Review (default: PASSED): seed A with "findings", seed U with "groups"
 *   "findings": [{ "title", "file_path", "line_start", … }], "groups": [{ "description", "findings": [...] }]
 *   "verdict":  "PASSED" | "NEEDS_WORK" | anything     // default: by the findings
 *   "summary":  "…"
 *   "onlyItsFiles": true                               // leaves out findings in files that are no part of the call's diff
 *
 * Clarify (default: no questions): questions get ids such as BE-001-q1, going on from those that were asked before
 *   "questions": { "<code>": ["question" | { "id"?, "question", "context"? }, …] }
 *   "ready":     true | false                          // default: true when it has no questions
 *
 * Plan (default: one step for each finding, in their order)
 *   "steps": [["F001", "F002"], { "step"?: 2, "reason"?: "…", "issues": ["F003"] }]
 *   "todos": { "<code>": { "plan": { … }, "related_files": […], "existing_patterns": […] } }
 *
 * Challenge (default: 95 for every finding)
 *   "scores":  { "<code>": Score | [Score, …] }        // a list: for the 1st, 2nd, … time that it is asked about the finding
 *   "default": Score | [Score, …]                      // for findings that are not listed
 *   "unknown": ["F999"]                                // more codes to score
 *   Score: 70 | { "score", "feedback"?, "status"?, "quality_scores"?, "improvements_needed"?, … }
 *          | { "missing": true }                       // says nothing about it
 *          | { …, "call": Call }                       // merged over the others when this finding is part of the call
 *
 * Adjudicate (default: it gives no verdict)
 *   "rulings": { "<code>": { "verdict", "ground", "file", "line", "quote", "reason" } }
 */

/** The answer, and how the program behaves while it gives it. */
export const answerOf = (scenario, input, earlier) => {
  const step = pick(stepsOf(scenario, input), earlier.filter(({ reviewer }) => reviewer === input.reviewer).length);
  const { answer, call } = roles[input.role](step, input, earlier);
  const given = 'text' in step ? step.text : 'json' in step ? step.json : answer;
  return { answer: given, call: { ...step, ...call } };
};

const stepsOf = (scenario, { role, reviewer }) =>
  (role === 'review' && scenario.reviewers?.[reviewer]) || scenario[role];

const pick = (value, index) =>
  Array.isArray(value) ? (value[Math.min(index, value.length - 1)] ?? {}) : (value ?? {});

const review = ({ findings, groups, verdict, summary = 'scripted review', onlyItsFiles }, { files }) => {
  const isAsked = (each) => !onlyItsFiles || files.includes(each.file_path ?? each.file);
  if (groups) {
    const asked = groups.map((group) => ({ ...group, findings: group.findings.filter(isAsked) }));
    return { answer: { groups: asked, ...(verdict && { verdict }), summary } };
  }
  const asked = (findings ?? []).filter(isAsked);
  return { answer: { verdict: verdict ?? (asked.length === 0 ? 'PASSED' : 'NEEDS_WORK'), findings: asked, summary } };
};

const clarify = ({ questions = {}, ready }, { answers }) => {
  const by_issue = Object.entries(questions).map(([code, list]) => {
    const asked = answers.filter(({ question_id }) => question_id.startsWith(`${code}-q`)).length;
    const whole = list.map((each, n) => ({
      id: `${code}-q${asked + n + 1}`,
      ...(typeof each === 'string' ? { question: each } : each),
    }));
    return { issue_code: code, questions: whole };
  });
  return { answer: { questions_by_issue: by_issue, ready_to_plan: ready ?? by_issue.length === 0 } };
};

const plan = ({ steps, todos = {} }, { findings }) => {
  const wanted = steps ?? findings.map(({ code }) => [code]);
  const execution_steps = wanted.map((each, n) => {
    const { step = n + 1, reason = 'scripted step', issues } = Array.isArray(each) ? { issues: each } : each;
    return {
      step,
      reason,
      issues: issues.map((issue) => (typeof issue === 'string' ? { code: issue, ...todos[issue] } : issue)),
    };
  });
  return {
    answer: { execution_steps, summary: { total_issues: findings.length, total_steps: execution_steps.length } },
  };
};

const challenge = ({ scores = {}, default: usual = 95, unknown = [] }, { findings }, earlier) => {
  const given = findings.map(({ id, code }) => {
    const times = earlier.filter(({ ids }) => ids.includes(id)).length;
    const score = pick(scores[code] ?? scores[id] ?? usual, times);
    return { code, ...(typeof score === 'number' ? { score } : score) };
  });
  const told = [...given.filter(({ missing }) => !missing), ...unknown.map((code) => ({ code, score: 95 }))];
  const issues = told.map(({ code, ...score }) => [
    code,
    {
      feedback: `scripted feedback about ${code}`,
      ...Object.fromEntries(Object.entries(score).filter(([key]) => key !== 'call')),
    },
  ]);
  return {
    answer: { issues: Object.fromEntries(issues) },
    call: Object.assign({}, ...given.map((each) => each.call ?? {})),
  };
};

const adjudicate = ({ rulings = {} }) => ({ answer: { rulings } });

const roles = { review, clarify, plan, challenge, adjudicate };
