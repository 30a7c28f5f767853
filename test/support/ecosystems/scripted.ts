/** Shell by bats, Ruby by rspec with RuboCop, PHP by PHPUnit with phpcs. */
import { type EcosystemProject, json, lines } from './project.ts';

export const scriptedProjects: readonly EcosystemProject[] = [
  {
    name: 'shell with bats and shellcheck',
    needs: ['bats', 'shellcheck'],
    files: {
      'greet.sh': '#!/bin/sh\necho hello $1\n',
      'test/greet.bats': lines('@test "greets" {', '  run sh ./greet.sh you', '  [ "$output" = "hello you" ]', '}'),
    },
    agent: `sed -i 's/ \\$1/ "$1"/' greet.sh`,
    shows: [/verify +bats --recursive test/, /review +shellcheck: /],
    fixed: 1,
    passes: 'bats --recursive test',
  },
  {
    name: 'Ruby with rspec and RuboCop',
    needs: ['ruby', 'rspec', 'rubocop'],
    files: {
      Rakefile: 'task default: []\n',
      'lib/greet.rb': lines('def greet(name)', '  unused = 1', '  "hello #{name}"', 'end'),
      'spec/greet_spec.rb': lines(
        "require_relative '../lib/greet'",
        '',
        "RSpec.describe 'greet' do",
        "  it 'greets' do",
        "    expect(greet('you')).to eq('hello you')",
        '  end',
        'end',
      ),
      '.rubocop.yml': lines(
        'AllCops:',
        '  NewCops: disable',
        '  SuggestExtensions: false',
        '  DisabledByDefault: true',
        'Lint/UselessAssignment:',
        '  Enabled: true',
      ),
    },
    agent: "sed -i '/unused/d' lib/greet.rb",
    shows: [/verify +rspec/, /review +rubocop: rubocop --format emacs/],
    fixed: 1,
    passes: 'rspec',
  },
  {
    name: 'PHP with phpcs, and the PHPUnit of the machine',
    needs: ['php', 'phpunit', 'phpcs'],
    files: {
      'composer.json': json({ name: 'example/greet', require: { php: '>=8' } }),
      'phpunit.xml': lines(
        '<phpunit cacheResult="false"><testsuites><testsuite name="all"><directory>tests</directory></testsuite></testsuites></phpunit>',
      ),
      'phpcs.xml': lines(
        '<ruleset name="greet">',
        '  <file>src</file>',
        '  <rule ref="Generic.PHP.LowerCaseConstant"/>',
        '</ruleset>',
      ),
      'src/greet.php': lines(
        '<?php',
        'function greet(string $name, bool $loud = FALSE): string {',
        '    return $loud ? "HELLO $name" : "hello $name";',
        '}',
      ),
      'tests/GreetTest.php': lines(
        '<?php',
        "require_once __DIR__ . '/../src/greet.php';",
        'final class GreetTest extends PHPUnit\\Framework\\TestCase {',
        "    public function testGreets(): void { $this->assertSame('hello you', greet('you')); }",
        '}',
      ),
    },
    agent: "sed -i 's/FALSE/false/' src/greet.php",
    shows: [/verify +phpunit +\[phpunit\.xml\]/, /review +phpcs: phpcs/],
    fixed: 1,
    passes: 'phpunit',
  },
];
