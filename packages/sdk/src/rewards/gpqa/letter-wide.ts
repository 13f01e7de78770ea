/** `不难看出`, `不得不`: no denial of what follows. */
const NO_DENIAL = '(?![难難错錯对對仅僅但过過妨断斷变變久等论論管得]|同(?!意))';
const CLOSED = '，、。；：？！,.;:?!\n';
const OPEN_WORDS = `[^A-Za-z而但${CLOSED}]`;
/** `答案不可能是A`, `不是A和B`, and `排除A`; but `不是A而是B`, `不是A是B` and `不正确的是B` say B. */
export const DENIED_BEFORE_WIDE = new RegExp(
  `(?:不${NO_DENIAL}(?:${OPEN_WORDS}{0,6}|${OPEN_WORDS}{0,4}(?:[A-Z][、和与與或及]${OPEN_WORDS}{0,2}){1,9})|(?:并非|並非|未必是?|排除了?|除了?|[误誤错錯][选選])\\s{0,4}(?:选项|選項)?(?:[A-Z][、和与與或及]){0,9}[（([“"「]{0,3})(?<!的(?:选项|選項|一项|一項|说法|說法|项|項){0,2}[是为為：:][*\\s（(]{0,4})$`,
  'u',
);
/** Another letter close behind is the one that is denied: `选A不选B`. */
const NO_LETTER = `(?![^${CLOSED}]{0,4}[A-Z](?![A-Za-z]))`;
const PARTICLE = '(?:选项|選項|项|項)?(?:では|じゃ|は|が|も|는|은|가|이|도)?';
/** `A不可能`, `Aは誤り`, `Aではない`, `A는 틀렸다`. */
export const DENIED_AFTER_WIDE = new RegExp(
  `[)\\]}）】」]{0,3}\\s{0,4}${PARTICLE}\\s{0,4}(?:` +
    `(?:[是也都均皆]|肯定|显然|明显|顯然|明顯)?(?:错|錯|[被可]以?排除|不(?:是|可能|可|对|對|正确|正確|符合|成立|行|满足|滿足|合适|合適|合理|应|應|该|該|能|会|會)${NO_LETTER})` +
    '|誤|間違|違|不正解|不適|正しくな|(?<=では|じゃ)(?:な|あり)|아니|아닙|아닌|틀|잘못|오답)',
  'uy',
);
/** `A、B都不对`, of A. */
export const DENIED_LIST_WIDE = new RegExp(
  `[)）】]?(?:\\s{0,2}[、和与與及或や]\\s{0,2}(?:选项|選項)?[（(]?[A-Z][)）】]?){1,9}\\s{0,4}(?:[两三兩]?[项項个個者]|选项|選項)?(?:[均都也皆全是]|显然|明显|は|が|も){0,3}(?:错|錯|[被可]以?排除|不(?:是|可能|可|对|對|正确|正確|符合|成立|行|满足|滿足|合适|合適|合理|应|應|能|会|會)|有(?:问题|問題|误|誤)|太[大小高低]|誤|間違|違|不正解|正しくな)`,
  'uy',
);
/** What joins two letters where no blanks are set. */
export const JOINER_WIDE = String.raw`\s{0,4}(?:[、和与與或及跟とかや]|或者|以及|还是|還是|[，,]?\s{0,2}(?:也|还|還|又|或)有?可能[是为為]?|または|もしくは|[와과]|이?나|또는|혹은)\s{0,4}(?:选项|選項|[选選])?`;
/** A comma joins what lists letters alone: in `选A，B太小` it does not. */
export const COMMA_WIDE = String.raw`\s{0,4}，\s{0,4}(?=[（(]?[A-Za-z][)）]?\s{0,4}(?:$|[，。、；,.;!！\n和与與或及]))`;
