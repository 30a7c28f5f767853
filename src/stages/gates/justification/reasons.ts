/** Good reasons not to fix a finding, by which no weak one counts that is said beside them. */
import { findAll, pattern } from './pattern.ts';
import { isSaidOf } from './subject.ts';
import { isDenied } from './denied.ts';
import { codeWord, type Part } from './words.ts';

export const goodReasons = [
  'credentials that are not there',
  'a decision about behaviour that a person has to take',
  'a missing file',
  'a breaking change of an interface with unclear intent',
  'a dependency that is missing or would have to change',
  'an architectural constraint',
] as const;

const gone = 'missing|unavailable|absent|lacking|expired|revoked|gone|deleted|removed|nonexistent';
const keyWord =
  'credential|credentials|secret|password|token|certificate|license|licence|login|permission|authorization|' +
  'authorisation|vpn';
const reachable =
  'system|service|server|database|account|environment|registry|repository|api|production|network|console|' +
  'dashboard|vault|bucket|machine|device|hardware|host|cluster';
const person =
  'person|human|maintainer|owner|team|user|product|someone|somebody|you|author|stakeholder|lead|legal|' +
  'architect|business|management|designer|customer|people|operator|reviewer';
const file =
  'file|module|fixture|schema|script|folder|directory|template|header|submodule|asset|image|migration|' +
  `config|configuration|${codeWord}`;
const audience =
  'api|interface|contract|caller|client|consumer|compatibility|signature|schema|protocol|format|user|' +
  'plugin|integration|public|downstream|backward|backwards';
const dependency = 'dependency|package|upstream|sdk|driver|plugin|toolchain|compiler|runtime|framework|library';

const patterns = [
  // Credentials.
  `no|without|missing|lack|need|require|lacking ~3 ${keyWord}`,
  `${keyWord} ~4 ${gone}|needed|required`,
  `${keyWord} ~3 not ~1 available|there|set|configured|provided|present|given|here`,
  `not have|find|given|get ~4 ${keyWord}`,
  `api|access|signing|private|secret|ssh|encryption|deploy key ~4 ${gone}|needed|required`,
  'api|access|signing|private|secret|ssh|encryption|deploy key ~3 not ~1 ' +
    'available|there|set|configured|provided|present|given|here',
  `no|without|missing|lack|need|require|have ~3 api|access|signing|private|secret|ssh|encryption|deploy key`,
  `no|lack|without access to ~3 ${reachable}`,
  `not have ~1 access to ~3 ${reachable}`,
  // A decision.
  `decision|choice|approval|confirmation|clarification|guidance|input|answer|signoff ~4 of|by|from|for ~4 ${person}`,
  `${person} ~4 decide|choose|confirm|clarify|approve|answer|settle`,
  `decide|settled|chosen|approved|confirmed by ~2 ${person}`,
  'need|require|await|wait|pending|depend ~5 decision|approval|clarification|signoff|confirmation|policy',
  'product|business|design|policy|legal|human|behavioural|behavioral|behaviour|behavior ' +
    'decision|question|choice|call|rule',
  'decision ~4 must|has|have|need|should ~5 taken|made|take|make',
  'unclear|ambiguous|undefined|unspecified|undecided ~2 ' +
    'which|whether|what|who|intent|behaviour|behavior|requirement|spec|semantics',
  'not ~1 clear|specified|defined|decided|documented ~2 which|whether|what|who',
  'intent|behaviour|behavior|requirement|specification|spec ~3 ' +
    'unclear|ambiguous|undefined|unspecified|contradictory|contradict',
  // A missing file.
  `${file} ~3 missing|deleted|gone|absent|nonexistent`,
  `${file} ~3 not ~1 exist|found|there|present|available|committed`,
  `${file} ~3 not ~1 in|part ~3 repository|repo|checkout|workspace|tree`,
  'missing|absent|nonexistent|deleted ~1 file|module|fixture|schema|script|folder|directory|template|submodule',
  'not ~1 find|contain|include ~3 file|module|fixture|script|folder|directory|template|submodule',
  'not exist ~2 in ~2 repository|repo|checkout|workspace|tree',
  // A breaking change of an interface.
  `break|incompatible ~4 ${audience}`,
  'breaking change',
  'change|alter ~3 public|external|exported|published ~2 api|interface|signature|contract|type|schema',
  'public api|interface|contract',
  // A dependency.
  `${dependency} ~4 ${gone}|upgrade|update|bump|replace|change|patch|release|deprecated|vulnerable`,
  `${dependency} ~3 not ~1 installed|available|support|provide|released|there|have|fixed`,
  'upgrade|update|bump|install|missing|newer|wait|replace|add|awaiting|lack ~3 ' +
    'dependency|package|upstream|sdk|driver|plugin|toolchain|compiler|runtime|framework',
  'upstream fix|bug|issue|release|change|project',
  'need|require ~3 newer|new|later version of',
  // An architectural constraint.
  'architecture|architectural|layering ~2 ' +
    'constraint|limit|limitation|boundary|restriction|rule|invariant|principle|decision',
  'constraint|limitation|forbidden|prevented|imposed|dictated ~3 by|of ~2 architecture',
  'architecture ~3 forbid|prevent|prohibit|dictate|rule',
  'architecture ~3 not ~1 allow|permit|support',
].map(pattern);

export const hasGoodReason = (parts: readonly Part[]): boolean =>
  parts.some((words) =>
    patterns.some((wanted) =>
      findAll(wanted, words).some((found) => isSaidOf('any', words, found) && !isDenied(words, found)),
    ),
  );
