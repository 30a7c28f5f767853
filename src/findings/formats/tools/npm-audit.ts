/** What npm audit reports: packages with known weaknesses, as findings in package.json. */
import { z } from 'zod';
import { asArray, isObject, own } from '../../../plain/shape.ts';
import { type Entry, jsonTool } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';

const valuesOf = (value: unknown, prefix: string): Entry[] =>
  Object.entries(isObject(value) ? value : {}).map(([key, each]) => ({ place: `${prefix}.${key}`, value: each }));

/** A package that only depends on a weak one names it by a text: that one has an entry of its own. */
const advisories = (value: unknown): Entry[] =>
  valuesOf(own(value, 'vulnerabilities'), 'vulnerabilities').flatMap(({ place, value: weak }) =>
    asArray(own(weak, 'via')).flatMap((via, index) =>
      isObject(via)
        ? [
            {
              place: `${place}.via[${index}]`,
              value: { ...via, name: own(weak, 'name'), effects: own(weak, 'effects'), fix: own(weak, 'fixAvailable') },
            },
          ]
        : [],
    ),
  );

/** As npm 6 and yarn wrote them. */
const former = (value: unknown): Entry[] =>
  valuesOf(own(value, 'advisories'), 'advisories').map(({ place, value: each }) => ({
    place,
    value: { ...(isObject(each) ? each : {}), name: own(each, 'module_name'), range: own(each, 'vulnerable_versions') },
  }));

const Fix = z.object({ name: z.string(), version: z.string(), isSemVerMajor: z.boolean().nullish() });

const suggestionOf = (fix: unknown, recommendation: string | null | undefined): string | undefined => {
  const parsed = Fix.safeParse(fix);
  if (!parsed.success) return fix === true ? '`npm audit fix` solves it.' : (recommendation ?? undefined);
  const { name, version, isSemVerMajor } = parsed.data;
  return `Update ${name} to ${version}${isSemVerMajor ? ', which is a major version' : ''}.`;
};

export const npmAudit = jsonTool({
  name: 'npm-audit',
  title: 'npm audit JSON (npm audit --json)',
  reviewer: 'npm audit',
  recognises: (value) =>
    (own(value, 'auditReportVersion') !== undefined && isObject(own(value, 'vulnerabilities'))) ||
    (isObject(own(value, 'advisories')) && isObject(own(value, 'metadata'))),
  entries: (value) => [...advisories(value), ...former(value)],
  shape: z.object({
    name: z.string(),
    title: z.string(),
    url: z.string().nullish(),
    severity: z.string().nullish(),
    range: z.string().nullish(),
    effects: z.array(z.string()).nullish().catch(null),
    fix: z.unknown().optional(),
    recommendation: z.string().nullish(),
  }),
  told: ({ name, title, url, severity, range, effects, fix, recommendation }) => ({
    message: `${name}${range ? ` ${range}` : ''}: ${title}`,
    path: 'package.json',
    severity: toolSeverity(severity),
    rule: /GHSA-[\w-]{14}/.exec(url ?? '')?.[0] ?? name,
    more: [effects && effects.length > 0 ? `Used by: ${effects.join(', ')}` : '', url],
    suggestion: suggestionOf(fix, recommendation),
  }),
});
