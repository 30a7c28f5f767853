/** Shell by bats, Ruby by rspec with RuboCop. */
import { type EcosystemProject, lines } from './project.ts';

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
];
