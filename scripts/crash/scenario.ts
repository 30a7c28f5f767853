/**
 * What the crash campaign fixes: twenty findings that meet every fate, and an agent and a verification that always do
 * the same.
 */

export type Part = { code: string; file: string; text: string };

const codes = Array.from({ length: 18 }, (_, index) => `C${String(index + 1).padStart(2, '0')}`);

/** C16 lies in the file of C01, so that it has to wait for a later step. */
export const fileOf = (code: string): string => `src/${code === 'C16' ? 'c01' : code.toLowerCase()}.txt`;

const machineMade = ['m1', 'm2'].map((name) => ({ file: `src/${name}.js`, text: `var ${name} = 1;\n` }));

export const sourceFiles = (): Record<string, string> => ({
  ...Object.fromEntries(
    codes.filter((code) => code !== 'C16').map((code) => [fileOf(code), `bad ${code}\nkeep\nkeep\nkeep\nlater\n`]),
  ),
  ...Object.fromEntries(machineMade.map(({ file, text }) => [file, text])),
  'src/shared.txt': 'top\nshared\nbottom\n',
  'src/list.txt': 'y\ny\nx\nx\n',
  'verify.sh': verifyScript,
});

/** Quick, and the same answer for the same tree, always. C12 and C13 pass alone and fail together. */
const verifyScript = `#!/bin/sh
test -f deps/ready || { echo 'not set up'; exit 1; }
if grep -rqs BROKEN src; then echo 'something is broken'; exit 1; fi
if grep -qs NEWAPI src/c12.txt && grep -qs OLDAPI src/c13.txt; then echo 'c12 and c13 do not go together'; exit 1; fi
`;

export const accountabilityFindings = (count: number): string =>
  JSON.stringify({
    summary: '',
    findings: codes.slice(0, Math.max(0, count - machineMade.length)).map((code) => ({
      id: code,
      severity: 'medium',
      category: 'crash',
      title: `problem ${code}`,
      description: `about ${code}`,
      file: fileOf(code),
      line: code === 'C16' ? 5 : 1,
    })),
  });

/** The fix of m1 is good; that of m2 breaks what verification looks at, so that the agent is asked about it. */
export const eslintFindings = (): string =>
  JSON.stringify(
    machineMade.map(({ file }, index) => ({
      filePath: file,
      messages: [
        {
          ruleId: 'no-var',
          severity: 2,
          message: `Unexpected var in ${file}.`,
          line: 1,
          endLine: 1,
          fix: { range: [0, 3], text: index === 0 ? 'let' : 'BROKEN' },
        },
      ],
    })),
  );

export const config = (folder: string): string =>
  JSON.stringify({
    agents: { scripted: { kind: 'command', command: ['sh', `${folder}/agent.sh`, `${folder}/calls.log`] } },
    fix: { agent: 'scripted', concurrency: 4 },
    verify: { setup: ['mkdir -p deps && echo ready > deps/ready'], commands: ['sh verify.sh'] },
    // What agents write here is about other things than code: it is not to be refused for how it reads.
    gates: { testIntegrity: false, reversion: false, protectedPaths: false },
    limits: { cycles: 2 },
  });

/**
 * Goes by the code of its finding and the number of attempts that its input tells of, never by what it did before:
 * asked again the same, it does the same. A second attempt finds the change of the first one, if that was refused.
 * Plain sh without helper processes, so that hundreds of runs are affordable.
 */
export const agentScript = `#!/bin/sh
IFS= read -r input < "$FIXPOINT_INPUT"
rest=\${input#*\\"code\\":\\"}
code=\${rest%%\\"*}
n=0
rest=$input
while :; do
  case $rest in
    *'"n":'*) n=$((n + 1)); rest=\${rest#*\\"n\\":} ;;
    *) break ;;
  esac
done
printf '%s %s %s %s\\n' "$FIXPOINT_RUN" "$code" "$n" "$$" >> "$1"
say() { printf '{"outcomes":[{"id":"%s","outcome":"%s","explanation":"%s"}]}' "$code" "$1" "$2" > "$FIXPOINT_ANSWER"; }
file=src/$(printf %s "$code" | tr C c).txt
good() { sed -i "s/^bad $code$/good $code $1/" "$file"; }
better() { sed -i "s/^good $code .*$/good $code $1/" "$file"; }
case "$code $n" in
  'F002 1') echo 'let m2 = 1;' > src/m2.js ;;
  'C02 0') setsid sleep 60 & sleep 0.1; good ;;
  'C03 0') (setsid sleep 60 &) ; good ;;
  'C04 0' | 'C05 0') good BROKEN ;;
  'C04 '*) better ;;
  'C05 '*) better 'BROKEN still' ;;
  'C06 '*) say blocked 'it needs credentials that are not there'; exit 0 ;;
  'C07 '*) good half; say deferred 'the other half remains'; exit 0 ;;
  'C08 0') echo '{"outcomes":[]}' > "$FIXPOINT_ANSWER"; exit 0 ;;
  'C09 0') say fixed 'nothing to see'; exit 0 ;;
  'C09 '*) echo 'no more' >&2; exit 1 ;;
  'C10 '* | 'C11 '*) good; sed -i "s/^shared.*/shared by $code/" src/shared.txt ;;
  'C12 '*) good NEWAPI ;;
  'C13 0') good OLDAPI; printf 'y\\ny\\ny\\nx\\nx\\nx\\n' > src/list.txt ;;
  'C13 '*) better; printf 'y\\ny\\nx\\n' > src/list.txt ;;
  'C14 '*) good; printf 'y\\ny\\nx\\n' > src/list.txt ;;
  'C15 0') good; printf 'y\\ny\\nx\\nx\\nb\\n' > src/list.txt ;;
  'C15 '*) good; echo b >> src/list.txt ;;
  'C16 '*) sed -i 's/^later$/done/' src/c01.txt ;;
  'C17 '*) good; sed -i 's/^bad C18$/C18 as C17 wants it/' src/c18.txt ;;
  'C18 0') good ;;
  'C18 '*) sed -i '1s/.*/good C18 at last/' src/c18.txt ;;
  *) good ;;
esac
say fixed "scripted answer for $code"
`;
