import { describe, expect, it } from 'vitest';
import type { Asking } from '../../model/patch.ts';
import { isAskedFor } from './asked.ts';

const finding = (title: string, description = ''): Asking => ({
  title,
  description,
  category: 'bug',
  file: 'checks.yml',
});

const isAsked = (title: string, description: string, what: string): boolean =>
  isAskedFor([finding(title, description)], 'checks.yml', what);

describe('a finding in a file of settings', () => {
  it.each([
    ['Coverage is under the required 90 %', 'refunds has no tests.', 'coverage.fail_under 80 90'],
    ['Tests fail on Python 3.13', 'cgi was removed from the standard library.', 'matrix.python 3.13'],
    ['12 errors at level 8', 'Values are used unchecked.', 'parameters.level 2 8'],
    ['fail_under is too low', 'Raise it.', 'coverage.fail_under 10 40'],
    ['continue-on-error hides failing tests', '', 'steps.continue-on-error true'],
  ])('7.1 asks for nothing less by naming it: %s', (title, description, what) =>
    expect(isAsked(title, description, what)).toBe(false),
  );

  it.each([
    ['The linter deadcode is deprecated', '', 'linters.enable deadcode'],
    ['The limit of complexity is too strict', '', 'rules.complexity 15 10'],
    ['Findings in generated code', 'Exclude the package org.example.generated.', 'exclude org.example.generated'],
    ['The preview server starts slowly', 'Give webServer a time limit of its own.', 'webServer.timeout 120000'],
  ])('7.1 asks for less where it says so: %s', (title, description, what) =>
    expect(isAsked(title, description, what)).toBe(true),
  );
});
