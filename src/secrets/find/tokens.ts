/** Secrets that say what they are by how they begin. */
import type { Scanned, Span } from './span.ts';

const uuid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
/** Nothing of the same kind follows: what has a fixed length is something else when it is longer. */
const end = '(?![A-Za-z0-9_])';
const letters = (least: number, most = least): string => `[A-Za-z0-9]{${least},${most}}${end}`;
const hex = (least: number, most = least): string => `[a-fA-F0-9]{${least},${most}}${end}`;
const words = (least: number, most = 255): string => String.raw`[\w-]{${least},${most}}`;
/** Many names begin like a token: without a digit it is one of them. */
const lettersWithDigit = (least: number, most = least): string => `(?=[A-Za-z]{0,60}\\d)${letters(least, most)}`;
const wordsWithDigit = (least: number): string => String.raw`(?=[\w-]{0,60}\d)[\w-]{${least},255}`;

/** Beginnings, and what has to follow. Every repetition is bounded, so that no text makes matching slow. */
const table: readonly (readonly [beginnings: string, rest: string])[] = [
  // Clouds
  ['AKIA ASIA ABIA ACCA', letters(16)],
  ['ABSK', '[A-Za-z0-9+/]{100,300}={0,2}'],
  ['bedrock-api-key-', '[A-Za-z0-9+/=]{30,3000}'],
  ['amzn.mws.', uuid],
  ['FwoGZXIvYXdz FQoGZXIvYXdz IQoJb3JpZ2luX2Vj', '[A-Za-z0-9+/]{40,3000}={0,2}'],
  ['AIza', `[\\w-]{35}${end}`],
  ['ya29.', String.raw`[\w.-]{20,2000}`],
  ['1//0', words(30)],
  ['GOCSPX-', words(20, 60)],
  ['GOOG', `1[A-Za-z0-9]{20,60}${end}`],
  ['LTAI', letters(12, 24)],
  ['AKID', letters(32, 48)],
  ['AQVN', words(35, 40)],
  ['doo_v1_ dop_v1_ dor_v1_', hex(64)],
  ['v1.0-', '[a-f0-9]{24}-[a-f0-9]{100,200}'],
  ['cfk_ cfut_ cfat_', letters(36, 80)],
  ['HRKU-', words(36, 80)],
  ['fo1_', words(40, 60)],
  ['fm1_ fm1a_ fm1r_ fm2_', '[A-Za-z0-9+/=_,-]{60,3000}'],
  ['vcp_ vci_ vca_ vcr_ vck_', letters(24, 80)],
  ['vercel_blob_rw_', words(20)],
  ['nfp_ nfc_ nfo_ nfu_ nfb_', letters(36, 80)],
  ['rnd_', lettersWithDigit(26, 60)],
  ['sbp_', `(?:oauth_|v0_)?${hex(40)}`],
  ['sb_secret_', words(20, 60)],
  ['pscale_tkn_ pscale_pw_ pscale_oauth_ pscale_app_secret_', String.raw`[\w.=-]{30,64}`],
  ['napi_', letters(40, 80)],
  ['SCW', `[A-Z0-9]{17}${end}`],
  ['tskey-', String.raw`(?:auth|api|client|scim|webhook)-[\w-]{16,100}`],
  ['ddp_ ddw_', letters(36)],
  ['AVNS_', words(15, 40)],
  ['mdb_sa_sk_', words(40, 60)],
  ['sha256~', `[\\w-]{43}${end}`],
  // Git hosts
  ['ghp_ gho_ ghu_ ghs_ ghr_', String.raw`[A-Za-z0-9]{36,255}|[\w.-]{60,1000}`],
  ['github_pat_', String.raw`\w{22,255}`],
  [
    'glpat- glptt- glrt- glrtr- gldt- glcbt- glft- glsoat- glagent- gloas- glimt- glffct- glwt-',
    String.raw`[\w.-]{20,300}`,
  ],
  ['GR1348941', words(20, 60)],
  ['ATBB', letters(28, 40)],
  ['ATATT3 ATCTT3 ATSTT3 ATOAT3', String.raw`[\w=-]{60,400}`],
  ['sgp_', `(?:[a-f0-9]{16}_|local_)?${hex(40)}`],
  ['slk_', hex(64)],
  // Models
  ['sk-', wordsWithDigit(20)],
  ['AQ.Ab', words(30, 100)],
  ['gsk_ xai- pplx-', letters(40, 120)],
  ['hf_ api_org_', lettersWithDigit(30, 60)],
  ['r8_', letters(37, 40)],
  ['csk-', letters(40, 60)],
  ['nvapi-', words(60, 80)],
  ['fw_', lettersWithDigit(22, 40)],
  ['tgp_v1_', words(40, 60)],
  ['jina_', words(40, 80)],
  ['lsv2_pt_ lsv2_sk_', `[a-f0-9]{32}_${hex(10)}`],
  ['pcsk_', String.raw`\w{50,90}`],
  ['wandb_v1_', words(40, 120)],
  ['tvly-', words(28, 60)],
  ['fc-', hex(32)],
  ['e2b_', hex(40)],
  ['esecret_', letters(26, 60)],
  ['key_', hex(64)],
  // Chat
  ['xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-', String.raw`[\w%+/=-]{10,500}`],
  ['xoxe.xoxb- xoxe.xoxp-', String.raw`\d-[\w-]{20,300}`],
  ['xapp- xwfp-', String.raw`\d-[\w-]{10,255}`],
  ['SK', `[a-f0-9]{32}${end}`],
  // Payment
  ['sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ sk_org_live_', letters(16, 255)],
  ['sk_', hex(40, 64)],
  ['whsec_', '[A-Za-z0-9+/=]{20,255}'],
  ['sq0atp- sq0csp-', words(22, 60)],
  ['EAAA', words(56, 80)],
  ['access_token$production$ access_token$sandbox$', '[0-9a-z]{16}\\$[0-9a-f]{32}'],
  ['rzp_live_ rzp_test_', letters(14, 30)],
  ['shpat_ shpca_ shppa_ shpss_ shpua_ shptka_', hex(32, 64)],
  ['access-sandbox- access-development- access-production-', uuid],
  ['FLWSECK-', '[a-z0-9]{12,64}-X'],
  ['FLWSECK_TEST-', '[a-z0-9]{12,64}-X'],
  ['pdl_live_apikey_ pdl_sdbx_apikey_', String.raw`\w{40,80}`],
  ['duffel_test_ duffel_live_', words(40, 60)],
  ['EZAK EZTK', letters(54)],
  ['shippo_live_ shippo_test_', hex(40)],
  // Packages
  ['npm_', lettersWithDigit(36, 255)],
  ['pypi-', words(50)],
  ['rubygems_', hex(48)],
  ['oy2', `[a-z0-9]{43}${end}`],
  ['cio', lettersWithDigit(32)],
  ['dckr_pat_ dckr_oat_', words(20)],
  ['AKCp', letters(60, 80)],
  ['cmVmdGtu', '[A-Za-z0-9+/]{40,100}={0,2}'],
  ['CLOJARS_', hex(60)],
  ['packagist_ack_ packagist_out_ packagist_ort_ packagist_uut_', hex(40, 80)],
  // Monitoring
  ['NRAK- NRII- NRJS- NRRA- NRIQ-', `[A-Za-z0-9_-]{19,50}`],
  ['sntrys_', '[A-Za-z0-9+/=_-]{60,400}'],
  ['sntryu_ sntrya_', hex(64)],
  ['glsa_', `[A-Za-z0-9]{32}_${hex(8)}`],
  ['glc_', '[A-Za-z0-9+/]{32,400}={0,2}'],
  ['eyJrIjoi', '[A-Za-z0-9+/]{40,400}={0,2}'],
  ['hcaik_ hcbik_ hcxik_ hcalk_', letters(50, 70)],
  ['dt0c01. dt0s01. dt0s02. dt0s03. dt0s06. dt0s08. dt0s16.', String.raw`[A-Z0-9]{8,24}\.[A-Z0-9]{64}`],
  ['squ_ sqp_ sqa_', hex(40)],
  ['xaat- xapt- snyk_uat.', words(30, 400)],
  ['sdk- api- mob-', uuid],
  ['phx_ phs_', letters(40, 60)],
  ['ico-', lettersWithDigit(32)],
  ['pnu_ pnb_', letters(36)],
  ['tk-us-', words(48, 60)],
  // Mail
  ['SG.', String.raw`[\w-]{16,32}\.[\w-]{16,64}`],
  ['key-', hex(32)],
  ['re_', `[A-Za-z0-9]{6,10}_[A-Za-z0-9]{20,32}${end}`],
  ['xkeysib- xsmtpsib-', '[a-f0-9]{64}-[A-Za-z0-9]{16}'],
  ['pk_', `[a-f0-9]{34}${end}|\\d{4,12}_[A-Z0-9]{32}${end}`],
  // Infrastructure and other services
  ['hvs. hvb. hvr.', words(20, 400)],
  ['s.', lettersWithDigit(24)],
  ['pul-', hex(40)],
  ['dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', String.raw`(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}`],
  ['dapi dose dkea', `[a-f0-9]{32}(?:-\\d)?${end}`],
  ['lin_api_ lin_oauth_', letters(32, 64)],
  ['secret_', lettersWithDigit(43)],
  ['ntn_', letters(40, 60)],
  ['figd_ figo_ figu_ figr_', words(36, 60)],
  ['pat', String.raw`[A-Za-z0-9]{14}\.[a-f0-9]{64}|-(?:na|eu)\d-${uuid}|\.[\w-]{22}\.[a-f0-9]{24}\.[A-Za-z0-9]{20}`],
  ['sat.', String.raw`[\w-]{22}\.[a-f0-9]{24}\.[A-Za-z0-9]{20}`],
  ['ATTA', hex(64, 80)],
  ['PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'],
  ['rdme_', letters(60, 80)],
  ['ops_eyJ', words(100, 2000)],
  ['A3-', '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}'],
  ['bkua_ bkaj_ bkct_ bkpt_', hex(40)],
  ['CCIPAT_ CCIPRJ_', `[A-Za-z0-9]{20,24}_${hex(40)}`],
  ['API-', `[A-Z0-9]{26,32}${end}`],
  ['CFPAT-', words(43, 60)],
  ['tfp_', words(40, 70)],
  ['sl.', words(120, 2000)],
  ['EAA', letters(90, 400)],
  ['AAAAAAAAAAAAAAAAAAAAA', '(?=[A-Za-z0-9%]{0,60}(?!A)[A-Za-z0-9%]{20})[A-Za-z0-9%]{40,120}'],
  ['AAAA', String.raw`[\w-]{7}:[\w-]{130,180}`],
  ['WPL_AP1.', '[A-Za-z0-9=./+]{10,60}'],
  ['sk.eyJ', String.raw`[\w-]{20,400}\.[\w-]{20,60}`],
  ['fio-u-', words(60, 70)],
  ['dnkey-', '[a-z0-9=_-]{26}-[a-z0-9=_-]{52}'],
  ['sm_aat_ sm_pat_ sm_sat_', letters(16, 64)],
  ['AGE-SECRET-KEY-1', '[A-Z0-9]{58}'],
  ['$2a$ $2b$ $2y$', String.raw`\d\d\$[./A-Za-z0-9]{53}`],
  ['$5$ $6$ $y$ $apr1$', String.raw`[\w./$=-]{20,200}`],
  ['$argon2id$ $argon2i$ $argon2d$', String.raw`[\w./$=,+-]{30,300}`],
  [
    'eyJ',
    String.raw`[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{0,2000}|[\w-]{10,4000}\.[\w-]{0,600}\.[\w-]{10,60}\.[\w-]{10,8000}\.[\w-]{16,60}`,
  ],
];

type Format = { beginning: string; rest: RegExp };

const formats: readonly Format[] = table
  .flatMap(([beginnings, rest]) =>
    beginnings.split(' ').map((beginning) => ({ beginning, rest: new RegExp(rest, 'y') })),
  )
  .toSorted((a, b) => b.beginning.length - a.beginning.length);

const pairOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff);

/** By the first two characters: the one thing that is looked at everywhere. */
const byPair = Map.groupBy(formats, ({ beginning }) => pairOf(beginning, 0));
const begins = new Uint8Array(1 << 16);
for (const pair of byPair.keys()) begins[pair] = 1;

const isAlphanumeric = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** By hand: a regular expression with so many beginnings takes five times as long. */
export const tokensIn = ({ text, bytes }: Scanned): Span[] => {
  const spans: Span[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    const pair = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (begins[pair] !== 1 || isAlphanumeric(text.charCodeAt(at - 1))) continue;
    const end = endOf(text, at);
    if (end === null) continue;
    spans.push({ start: at, end });
    at = end - 1;
  }
  return spans;
};

const endOf = (text: string, start: number): number | null => {
  for (const { beginning, rest } of byPair.get(pairOf(text, start)) ?? []) {
    if (!text.startsWith(beginning, start)) continue;
    rest.lastIndex = start + beginning.length;
    if (rest.test(text)) return rest.lastIndex;
  }
  return null;
};
