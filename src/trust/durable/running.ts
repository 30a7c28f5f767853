/** What runs by itself, what is kept between two runs, and what is read from the environment. */
import { anyOf, pattern } from '../../plain/pattern.ts';
import { byPattern, firstOf, type Spotter } from './additions.ts';

const background = ([own = '']: readonly string[]): string => `something runs by itself (${own.trim()})`;

export const spotJob: Spotter = firstOf(
  byPattern(
    /\b((?:cron|schedule|scheduler|agenda|nodeCron)\.(?:schedule|scheduleJob|every|add_job|addJob)\b)/,
    background,
  ),
  byPattern(
    /\b(new\s+CronJob|new\s+Queue|new\s+QueueScheduler|new\s+Worker|BackgroundScheduler|scheduleAtFixedRate)\(/,
    background,
  ),
  byPattern(/^\s*(@(?:Scheduled|Cron|Interval|shared_task|periodic_task)\b|@\w*(?:app|celery)\.task\b)/, background),
  byPattern(/\b(setInterval|threading\.Timer)\(/, background),
  byPattern(/\b(\w+\.perform_(?:async|later|in))\b/, background),
  byPattern(/^\s*kind:\s*(CronJob)\b/, background),
);

/** Where jobs lie that somebody else starts. */
export const isJobFile = (path: string): boolean =>
  /(?:^|\/)(?:jobs|workers|crons?|schedulers?|queues)\/[^/]+\.(?:[cm]?[jt]sx?|py|rb|go|java|kt|php|ex|rs|cs)$/.test(
    path,
  ) || /(?:^|\/)crontab$|\.(?:timer|cron)$/.test(path);

const kept = ([where = '', key = '']: readonly string[]): string =>
  `something is kept that was not (${where}${key === '' ? '' : ` ${key}`})`;

export const spotState: Spotter = firstOf(
  byPattern(/\b((?:localStorage|AsyncStorage)\.setItem)\(\s*(['"`][\w.:/-]+['"`]|\w+)/, kept),
  byPattern(/\b(localStorage)\.(?!getItem|setItem|removeItem|clear|key|length)(\w+)\s*=[^=]/, kept),
  byPattern(/\b(indexedDB\.open|createObjectStore|shelve\.open|sqlite3\.connect|dbm\.open)\(/, kept),
  byPattern(/\b(document\.cookie)\s*=[^=]/, kept),
  byPattern(
    /\b(res\.cookie|response\.set_cookie|setcookie|http\.SetCookie|UserDefaults\.standard\.set)\(\s*(['"`]?[\w.-]+)/,
    kept,
  ),
);

/** Set by systems and shells, and known to everybody. */
const wellKnown = pattern(
  '',
  '^',
  anyOf(
    /NODE_ENV|HOME|PATH|PWD|USER|USERNAME|LOGNAME|SHELL|TERM|TMPDIR|TEMP|TMP|TZ|LANG|LANGUAGE|LC_\w+|CI|NO_COLOR/,
    /FORCE_COLOR|EDITOR|PAGER|HOSTNAME|APPDATA|LOCALAPPDATA|XDG_\w+|COLUMNS|DISPLAY|SystemRoot|ProgramFiles/,
    /USERPROFILE|DEV|PROD|MODE/,
  ),
  '$',
);

const variable = String.raw`['"\x60]([A-Za-z_]\w*)['"\x60]`;
const reads: readonly RegExp[] = [
  /\bprocess\.env\.([A-Za-z_]\w*)(?!\w|\s*=[^=])/g,
  /\bimport\.meta\.env\.([A-Za-z_]\w*)/g,
  new RegExp(String.raw`\bprocess\.env\[\s*${variable}\s*\]`, 'g'),
  new RegExp(String.raw`\bos\.environ(?:\.get\(|\[|\.setdefault\()\s*${variable}`, 'g'),
  new RegExp(String.raw`\b(?:os\.)?[gG]etenv\(\s*${variable}`, 'g'),
  new RegExp(String.raw`\bos\.LookupEnv\(\s*${variable}`, 'g'),
  new RegExp(String.raw`\benv::var(?:_os)?\(\s*${variable}`, 'g'),
  new RegExp(String.raw`\b(?:option_)?env!\(\s*${variable}`, 'g'),
  new RegExp(String.raw`\bSystem\.getenv\(\s*${variable}`, 'g'),
  new RegExp(String.raw`\bENV(?:\[|\.fetch\()\s*${variable}`, 'g'),
  new RegExp(String.raw`\b(?:Deno|Bun)\.env(?:\.get\(|\[)\s*${variable}`, 'g'),
  new RegExp(String.raw`\bGetEnvironmentVariable\(\s*${variable}`, 'g'),
];

/** Each name once: it is new where nothing read it before, however often it is read now. */
export const variablesIn = (line: string): string[] =>
  reads.flatMap((read) => [...line.matchAll(read)].map(([, own = '']) => own)).filter((own) => !wellKnown.test(own));
