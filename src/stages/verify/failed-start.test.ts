/** A start that fails because packages were never fetched says nothing of the code: the run stops, and says what to do. */
import { describe, expect, it } from 'vitest';
import type { Verification } from '../../model/verification.ts';
import { remedyFor } from './failed-start.ts';

const failed = (command: string, stdout: string): Verification => ({
  tree: 't',
  verdict: 'failed',
  failures: [],
  commands: [{ command, status: 'failed', exitCode: 1, signal: null, durationMs: 1, stdout, stderr: '' }],
  tools: [],
  durationMs: 1,
});

const remedy = (command: string, stdout: string): string | null =>
  remedyFor(failed(command, stdout), { setup: [], files: new Set() });

describe('5.2 a build without the packages that it needs', () => {
  it.each([
    [
      'mvn -B -q test',
      '[ERROR]     Unresolveable build extension: Plugin a:b:1 or one of its dependencies could not be resolved: x',
    ],
    [
      'mvn -B -q test',
      '[ERROR] Failed to execute goal on project a: Could not resolve dependencies for project a:b:jar:1',
    ],
    ['mvn -B -q test', '[FATAL] Non-resolvable parent POM for a:b:1: Could not transfer artifact a:b:pom:1'],
    ['sh ./gradlew test', "> Could not resolve all files for configuration ':compileClasspath'."],
    [
      'sh ./gradlew test',
      'Downloading https://services.gradle.org/distributions/gradle-8.5-bin.zip\n\nException in thread "main" ' +
        'java.net.UnknownHostException: services.gradle.org',
    ],
    [
      'go test ./...',
      'a.go:4:2: m@v1: Get "https://p/x": dial tcp: lookup proxy.golang.org on 127.0.0.53:53: no such host',
    ],
    [
      'cargo test',
      'error: failed to get `a` as a dependency of package `b`\n\nCaused by:\n  Could not resolve host: c',
    ],
    ['dotnet test', 'a.csproj : error NU1301: Unable to load the service index for source https://x'],
  ])('5.2 of %s: %s', (command, output) => {
    expect(remedy(command, output)).toContain('build the project once outside of Fixpoint');
  });

  it.each([
    ['mvn -B -q test', '[ERROR] ATest.works:12 expected: <1> but was: <2>\n[ERROR] There are test failures.'],
    ['sh ./gradlew test', 'ATest > works FAILED\n    org.opentest4j.AssertionFailedError\n'],
    ['cargo test', 'error: test failed, to rerun pass `--lib`'],
  ])('5.2 is none where its tests fail: %s', (command, output) => {
    expect(remedy(command, output)).toBeNull();
  });
});
