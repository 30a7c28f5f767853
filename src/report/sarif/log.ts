/** The parts of SARIF 2.1.0 that are written. */
import type { SarifProperties } from '../../findings/formats/sarif/properties.ts';

export type ColumnKind = 'utf16CodeUnits' | 'unicodeCodePoints';

export type Text = { text: string };

export type ArtifactLocation = { uri: string; uriBaseId: 'SRCROOT' };

export type Region =
  | { startLine: number; startColumn?: number; endLine?: number; endColumn?: number }
  | { charOffset: number; charLength: number };

export type Replacement = { deletedRegion: Region; insertedContent?: Text };

export type Fix = {
  description?: Text;
  artifactChanges: { artifactLocation: ArtifactLocation; replacements: Replacement[] }[];
};

export type Suppression = {
  kind: 'external' | 'inSource';
  status: 'accepted' | 'underReview' | 'rejected';
  justification?: string;
};

export type BaselineState = 'new' | 'unchanged' | 'updated' | 'absent';

export type ResultLevel = 'error' | 'warning' | 'note';

export type SarifResult = {
  ruleId: string;
  ruleIndex: number;
  level: ResultLevel;
  message: Text;
  locations: { physicalLocation: { artifactLocation: ArtifactLocation; region: Region } }[];
  partialFingerprints: Record<string, string>;
  baselineState?: BaselineState;
  suppressions?: Suppression[];
  fixes?: Fix[];
  properties: { fixpoint: SarifProperties };
};

export type SarifRule = {
  id: string;
  shortDescription: Text;
  fullDescription: Text;
  help: Text;
  defaultConfiguration: { level: ResultLevel };
  properties: {
    tags: string[];
    'problem.severity': 'error' | 'warning' | 'recommendation';
    'security-severity'?: string;
  };
};

export type SarifRun = {
  tool: { driver: { name: string; version: string; semanticVersion: string; rules: SarifRule[] } };
  invocations?: {
    executionSuccessful: boolean;
    toolExecutionNotifications?: { level: 'error' | 'warning' | 'note'; message: Text }[];
  }[];
  columnKind: ColumnKind;
  originalUriBaseIds: { SRCROOT: { description: Text } };
  results: SarifResult[];
  properties?: { fixpoint: Record<string, string> };
};

export type SarifLog = { $schema: string; version: '2.1.0'; runs: [SarifRun] };
