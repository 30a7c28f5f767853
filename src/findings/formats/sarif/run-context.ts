/** What is known while the results of one run are read: what they refer to, and what was found to be meant. */
import type { RepoPath } from '../../read/paths.ts';
import type { FormatContext } from '../format.ts';
import type { ArtifactLocation, Rule } from './schema.ts';

/** A template taken apart: texts, and between them the numbers of arguments. */
export type Template = { texts: readonly string[]; slots: readonly { index: number; raw: string }[] };

/** One per invocation: the level by the rule's id, or by its index in the driver. */
export type Overrides = { byId: ReadonlyMap<string, string>; byIndex: ReadonlyMap<number, string> };

export type Component = {
  name?: string;
  guid?: string;
  rules: readonly (Rule | null)[];
  byId: ReadonlyMap<string, Rule>;
  messages: unknown;
  /** Templates that were used, taken apart. */
  templates: Map<string, Template>;
};

export type RunContext = FormatContext & {
  driver: Component;
  extensions: readonly Component[];
  artifacts: readonly (ArtifactLocation | null)[];
  bases: ReadonlyMap<string, ArtifactLocation>;
  /** Unit of columns in this run. */
  unit: 'utf16' | 'codePoint';
  /** Base folders that the source says are the root of the repository. */
  rootBases: ReadonlySet<string>;
  overrides: readonly Overrides[] | null;
  /** Steps of code flows that results name by index. */
  steps: readonly unknown[];
  /** Written by Fixpoint itself: what SARIF has no place for is in the properties. */
  isOwn: boolean;
  /** What results were found to refer to, for the next that refer to the same. */
  seen: { rules: Map<number, Map<string, RuleRef>>; paths: Map<string, Map<string, RepoPath>> };
};

/** What it is called, what is known about it, and which component's messages it may use. */
export type RuleRef = {
  id: string | undefined;
  rule: Rule | null;
  component: Component;
  category: string;
  help: string;
};
