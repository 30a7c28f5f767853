/**
 * A reviewer that is never content: node reviewer.mjs reword|inflate. The same line is odd in other words, or more
 * severely, each time that it was changed.
 */
import { readdirSync, readFileSync } from 'node:fs';

const isRewording = process.argv[2] === 'reword';
const words = ['Unclear purpose', 'Left over from a test', 'Breaks the build on Mondays', 'Race between two readers'];
const severities = ['low', 'medium', 'high', 'critical'];
const findings = readdirSync('src').flatMap((name) =>
  readFileSync(`src/${name}`, 'utf8')
    .split('\n')
    .flatMap((text, index) => {
      const [word, count] = text.split(' ');
      if (word !== 'odd') return [];
      const n = Number(count);
      const title = isRewording ? `${words[n % words.length]} (${n * 7919})` : 'This is odd';
      const severity = isRewording ? 'critical' : severities[Math.min(n, severities.length - 1)];
      const category = isRewording ? `kind-${n}` : 'odd';
      return [
        {
          id: `O-${n}`,
          severity,
          category,
          title,
          description: title,
          file_path: `src/${name}`,
          line_start: index + 1,
        },
      ];
    }),
);
console.log(JSON.stringify({ summary: '', findings }));
