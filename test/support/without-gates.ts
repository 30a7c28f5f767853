/** Settings with which no change is refused for how it reads: for tests of what lies behind the gates that read. */
export const withoutGates: readonly string[] = [
  'gates.testIntegrity=false',
  'gates.reversion=false',
  'gates.protectedPaths=false',
];

export const withoutGatesFlags: readonly string[] = withoutGates.flatMap((setting) => ['--set', setting]);
