/** Go and Rust with their linters; C by make and CMake with findings from a file. */
import { type EcosystemProject, lines } from './project.ts';

const longer = lines(
  '#include <string.h>',
  '#include "longer.h"',
  '',
  'int longer(const char *a, const char *b) {',
  '  int unused = 0;',
  '  return strlen(a) > strlen(b);',
  '}',
);
const longerFiles = {
  'longer.h': 'int longer(const char *a, const char *b);\n',
  'longer.c': longer,
  'test.c': lines('#include "longer.h"', 'int main(void) { return longer("abc", "ab") ? 0 : 1; }'),
  '.gitignore': 'build\ntest\n',
};

export const compiledProjects: readonly EcosystemProject[] = [
  {
    name: 'Go',
    needs: ['go'],
    files: {
      'go.mod': 'module example.com/greet\n\ngo 1.19\n',
      'greet.go': lines(
        'package greet',
        '',
        'import "encoding/json"',
        '',
        'type Greeting struct {',
        '\tName string `json:name`',
        '}',
        '',
        'func (greeting Greeting) Encode() ([]byte, error) {',
        '\treturn json.Marshal(greeting)',
        '}',
      ),
      'greet_test.go': lines(
        'package greet',
        '',
        'import (',
        '\t"strings"',
        '\t"testing"',
        ')',
        '',
        'func TestEncode(t *testing.T) {',
        '\tencoded, err := Greeting{"you"}.Encode()',
        '\tif err != nil || !strings.Contains(string(encoded), `"you"`) {',
        '\t\tt.Fatal(string(encoded), err)',
        '\t}',
        '}',
      ),
    },
    agent: 'sed -i \'s/json:name/json:"name"/\' greet.go',
    shows: [/verify +go test \.\/\.\.\./, /review +go vet: go vet/],
    fixed: 1,
    passes: 'go test ./...',
  },
  {
    name: 'Rust with clippy',
    needs: ['cargo', 'cargo-clippy'],
    files: {
      'Cargo.toml': '[package]\nname = "greet"\nversion = "0.1.0"\nedition = "2021"\n',
      'clippy.toml': 'msrv = "1.70"\n',
      '.gitignore': 'target\n',
      'src/lib.rs': lines(
        'pub fn is_blank(text: &str) -> bool {',
        '    text.len() == 0',
        '}',
        '',
        '#[cfg(test)]',
        'mod tests {',
        '    #[test]',
        '    fn knows_blanks() {',
        '        assert!(super::is_blank(""));',
        '    }',
        '}',
      ),
    },
    agent: "sed -i 's/text.len() == 0/text.is_empty()/' src/lib.rs",
    shows: [/verify +cargo test/, /review +clippy: cargo-clippy clippy/],
    fixed: 1,
    passes: 'cargo test --quiet',
  },
];

/** No linter of theirs is known: their findings come from a file, as the compiler prints them. */
export const byFindings: readonly (EcosystemProject & { findings: string })[] = [
  {
    name: 'C by make',
    needs: ['make', 'cc'],
    files: {
      ...longerFiles,
      Makefile: lines(
        'CFLAGS = -Wall',
        'check: test',
        '\t./test',
        'test: test.c longer.c longer.h',
        '\t$(CC) $(CFLAGS) -o $@ test.c longer.c',
      ),
    },
    findings: "longer.c:5:7: warning: unused variable 'unused' [-Wunused-variable]\n",
    agent: "sed -i '/unused/d' longer.c",
    shows: [/verify +make check +\[Makefile:2\]/],
    fixed: 1,
    passes: 'make check',
  },
  {
    name: 'C by CMake',
    needs: ['cmake', 'ctest', 'cc'],
    files: {
      ...longerFiles,
      'CMakeLists.txt': lines(
        'cmake_minimum_required(VERSION 3.10)',
        'project(longer C)',
        'add_executable(longer_test test.c longer.c)',
        'enable_testing()',
        'add_test(NAME longer COMMAND longer_test)',
      ),
    },
    findings: "longer.c:5:7: warning: unused variable 'unused' [-Wunused-variable]\n",
    agent: "sed -i '/unused/d' longer.c",
    shows: [/verify +cmake -S \. -B build/, /verify +ctest --test-dir build|ctest --test-dir build/],
    fixed: 1,
    passes: 'cmake -S . -B build && cmake --build build && ctest --test-dir build',
  },
];
