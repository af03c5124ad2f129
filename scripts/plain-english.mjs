#!/usr/bin/env node
/**
 * Checks how plainly the comments, documents, interface texts and names of a repository are written.
 *
 *   node plain-english.mjs DIR [--files] [--folders] [--list KIND] [--max N] [--json] [--hints] [--report]
 *                              [--limit KIND=RATE ...]
 *
 *   --files    the files with the most findings, and the documents that are hardest to read
 *   --folders  findings by folder (two levels), to divide the work
 *   --list     every finding of one kind, with file, line and suggestion; can be repeated
 *   --max      number of rows in each list (default 20)
 *   --hints    words that are often, but not always, a sign of private vocabulary
 *   --report   always exits with 0
 *
 * DIR can be a repository or a folder in one. Only tracked files are read if DIR is in a Git repository. Exits with 1 if a rate exceeds its limit (see LIMITS), with 2 if the command line is invalid.
 * The limits were calibrated on fastify, graphile/worker, tus-node-server, unstorage, wtf, hono, sharp, BullMQ,
 * livekit/agents-js, three-vrm and TalkingHead, which pass them. They are upper limits: aim for half of each.
 * Needs Node.js 20 or later and no packages.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join, relative, resolve } from 'node:path';

// ---------------------------------------------------------------------------------------------------------------------
// Data tables
// ---------------------------------------------------------------------------------------------------------------------

/**
 * Upper limits by kind. Rates are per 1,000 lines of prose, where 12 words count as one line, so that the width at
 * which a text is wrapped has no influence. `identifiers` is per 1,000 declared names, `texts` per 1,000 texts,
 * `longSentences` and `chains` per 100 sentences, `longLines` per 100 lines of hard-wrapped Markdown.
 */
const LIMITS = {
  fragments: 20,
  commentWords: 40,
  docWords: 30,
  identifiers: 3,
  texts: 20,
  longSentences: 15,
  chains: 5,
  longLines: 40,
};

const DESCRIPTIONS = {
  fragments: 'comment sentences without a main clause ("Of vowels.", "What it holds.")',
  commentWords: 'words and phrases to avoid in comments',
  docWords: 'words and phrases to avoid in Markdown',
  identifiers: 'declared names and file names that contain words to avoid',
  texts: 'user-facing texts (UI, CLI, errors, API descriptions, test titles) that contain words to avoid',
  longSentences: 'sentences of more than 30 words in Markdown',
  chains: 'Markdown sentences with three or more of ; and :, or two or more parentheses',
  longLines: 'lines of more than 120 characters in hard-wrapped Markdown',
};

/**
 * Words and phrases to avoid. `use` is the suggestion that the report prints. `unless` describes the context, matched
 * against the 40 characters before and after, in which the word is standard English. `hint: true` marks words that are
 * often right: they are reported with --hints and never counted.
 */
const AVOID = [
  // Noun clauses and pronouns in place of nouns
  {
    find: /\bwhat (?:is|was|are|were|it|its|they|he|one|has|have|had|came|comes|lies|stands|stood|belongs|goes|went|happens to|the|a|an|every|each|there|others|another|nobody|no|of|can|may|must|makes|keeps|holds|serves|waits|follows|matters|remains|shows|says|moves|two|both|all|our)\b/gi,
    use: 'name the thing: "the value", "the rows", "the response"',
    unless:
      /\b(know|see|understand|learn|find out|guess|wonder|decide|determines?|exactly|about|regardless of|depending on|matter|question of|look at|explains?) $|^ (?:to do|you|happens)|\?/i,
  },
  {
    find: /\b(?:of|by|with|from|for|to|in|than|beside|behind|and|or) what\b(?! (?:is|was|are|were|it|its|they|he|one|has|have|had|came|comes|lies|stands|the|a|an|every|each|there|others|another|to|you|extent|users|follows|not)\b)/gi,
    use: 'name the thing',
  },
  {
    find: /\b(?:null|undefined|none|empty|false|true|zero|nothing|0|-1|infinity) where\b/gi,
    use: 'null if, false if',
  },
  {
    find: /(?<=^|[.;:,(] |\b(?:and|or|but|only|also|except|even|said|one|default) )where (?:it|they|there|nothing|nobody|none|one|that|this|a|an|no|its|their|somebody|another|both|all|those|two) (?!is (?:stored|defined|declared|used|located|executed|called)\b)/gi,
    use: 'if, when',
    unless:
      /\b(?:environments|servers?|points?|cases?|scenario|situations?|place|file|folder|directory),? $/i,
  },
  {
    find: /\b(?:one|ones) (?:that|who|whose) (?:is|was|are|were|has|had|have|does|did|can|cannot|may|must|comes|came|ends|ended|fails|failed|[a-z]+s)\b/gi,
    use: 'repeat the noun: "a file that", "the job that"',
    unless: /\b(?:the (?:first|last|only|next|same|old|new|current)|no|any|every|this|another|the) $/i,
  },
  {
    find: /\bthose (?:of|that|which|who|whose)\b/gi,
    use: 'repeat the noun',
    unless: /\b(?:including|especially|for|to|of|and) $/i,
  },
  {
    find: /\bnothing (?:of|is|was|has|may|can|are|stands|goes|comes|waits|listens|answers|leaves|moves|knows|changes|but)\b/gi,
    use: '"no X is", "does not", "only"',
    unless: /^ (?:listening|to do|left to|happens)/i,
  },
  {
    find: /\b(?:is|are|was|were|has|had|there is|there was) none\b/gi,
    use: '"does not exist", "is missing", "is not a"',
    unless: /compression $/i,
  },
  {
    find: /\bas (?:it|they) (?:is|was|were|came|comes|come|stands?|goes|lies)\b/gi,
    use: '"unchanged", "as received"',
    unless: /\bas (?:soon|long|much|far|often|fast|well) $/i,
  },
  { find: /\bthe one (?:before|behind|after|of before)\b/gi, use: '"the previous", "the next"' },
  { find: /\b(?:of before|of then|from before)\b/gi, use: 'previous, earlier' },
  { find: /\b(?:ours|theirs)\b/gi, use: 'name it: "this repository", "our own X"' },
  { find: /\bof (?:its|their|our|his|your|one's) own\b/gi, use: '"its own X", "a separate X"' },
  {
    find: /\b(?:nobody|somebody|whoever|whosoever|everybody)\b/gi,
    use: 'name the actor: user, caller, client, process',
  },
  {
    find: /(?<=^|[.;:,] |\b(?:of|by|to|for|from|than|and|or) )who (?:is|was|has|had|waits|reads|writes|asks|wants|calls|sees|sends|holds|keeps|needs|uses|opens|knows|cannot|may|can)\b/gi,
    use: '"the client that", "a user who"',
    unless: /\?/,
  },
  // Verbs with a private meaning
  {
    find: /\b(?:tell|tells|told|telling)\b/gi,
    use: 'report, return, announce, distinguish',
    unless:
      /^ (?:me|you|us|users?|them|fastify|it|the (?:compiler|server|browser|client|user|worker|system|bundler|linter)|typescript|node|`\w+`|code) |^ apart|\b(?:was|is|are) (?:being )?$/i,
  },
  { find: /\b(?:is|are|was|were|be|been) (?:told|telling)\b/gi, use: 'is reported, is returned' },
  {
    find: /\b(?:says|said)\b/gi,
    use: 'states, specifies, returns; spoken',
    unless:
      /\b(?:spec|rfc|standard|header|docs|documentation|manual|message|comment|jwk|that|explicitly|being|is|are|you|he|she|i)(?:\s|,)*$|^ to be/i,
  },
  {
    find: /\bstands?\b(?! for\b|-?alone|-in\b| in for\b|-by\b)/gi,
    use: 'is, is stored, is listed, is described',
  },
  {
    find: /\blies?\b(?= (?:in|at|under|beside|elsewhere|outside|there|with|about|unused|idle|above)\b)/gi,
    use: 'is, is stored in, is located at',
    unless: /^ (?:in|outside|under) (?:the )?(?:range|interval|plane|triangle|rectangle|circle|segment)/i,
  },
  {
    find: /\b(?:hear|hears|heard)\b/gi,
    use: 'play (audio), receive (events), recognise (speech)',
    unless: /^ (?:about|from|back)/i,
  },
  { find: /\bgo(?:es|ne)? on\b|\bwent on\b/gi, use: 'continue', unless: /^ (?:top|to the|a |line)/i },
  {
    find: /\b(?:is|are|was|were|be|been|being|what|who|which|never|last|first|each) asked\b|\basked (?:for|of|about|again|whether)\b/gi,
    use: 'requested, queried, called',
  },
  { find: /\b(?:give|gives|gave|given|giving) (?:back|away|out)\b/gi, use: 'return, release, expose' },
  {
    find: /\b(?:bring|brings|brought|bringing) (?:in|back|up to date|it in|them in)\b/gi,
    use: 'import, restore, update',
  },
  {
    find: /\b(?:take|takes|took|taken|taking) (?:back|in|up again|up by|over as)\b|\btaken up\b/gi,
    use: 'undo, accept, claim, resume',
  },
  { find: /\b(?:let|lets|letting) go\b|\blets? (?:in|out)\b/gi, use: 'release, allow' },
  {
    find: /\b(?:is|are|was|were|be|been) looked\b|\blooked (?:at|through|into|after|for)\b|\b(?:first|a|next|each|one) look(?= (?:at|of|into|through)|[.,;:])/gi,
    use: 'inspect, probe, check, read',
    unless: /\btakes? (?:a|another)?$/i,
  },
  { find: /\bmend(?:s|ed|ing)?\b/gi, use: 'fix, repair' },
  { find: /\blast words\b|\bfarewell\b/gi, use: 'exit message, final message' },
  // Adverbs, prepositions and nouns with a private meaning
  { find: /\banew\b/gi, use: 'again, re-' },
  { find: /\bbeside\b/gi, use: 'next to, besides, in addition to' },
  {
    find: /\bbehind (?:it|them|that|this|those|the (?:first|last|next|other|text|word|words|sentence|clause|number|address|one|end|name|colon|dot|comma)|a (?:word|number|sentence|clause|name|dot|comma)|each|every|what)\b/gi,
    use: 'after, following',
    unless: /\b(?:reason|idea|logic|motivation|proxy|firewall|plane|head|camera) $/i,
  },
  { find: /\bwholly\b/gi, use: 'completely, entirely' },
  { find: /\bto the (?:bit|byte)\b/gi, use: 'byte for byte, bit-identical' },
  { find: /\bin the place of\b/gi, use: 'instead of, replaces' },
  {
    find: /\broom (?:for|to|on|in|left)\b|\b(?:no|has|make|makes|is) room\b/gi,
    use: 'space, capacity',
    unless: /\b(?:chat|hotel|caller|agent|meeting|live|the) $|^ (?:the light|control|agent|close)/i,
  },
  { find: /\b(?:the|our) house\b(?! \w+ing\b)/gi, use: 'the repository, the project' },
  {
    find: /\b(?:front )?doors?\b(?! ?(?:frame|handle|bell))/gi,
    use: 'entry point, export',
    unless: /back$/i,
  },
  { find: /\bone after the other\b/gi, use: 'in sequence, sequentially' },
  { find: /\b(?:for|after|until) so (?:long|many|much)\b/gi, use: 'state the quantity: "for this duration"' },
  { find: /\bsave for\b|\bbut for\b/gi, use: 'except' },
  // Words that are often right: hints only
  { hint: true, find: /\bpictures?\b/gi, use: 'image (the API value `picture` stays)' },
  { hint: true, find: /\bsounds?\b/gi, use: 'audio' },
  { hint: true, find: /\banswers?\b|\banswered\b/gi, use: 'response (HTTP), result' },
  { hint: true, find: /\bquestions?\b/gi, use: 'query (retrieval)' },
  { hint: true, find: /\bkept\b|\bkeeps\b/gi, use: 'stored, retained, cached' },
  { hint: true, find: /\brefuse[sd]?\b|\brefusals?\b/gi, use: 'reject, rejection' },
  { hint: true, find: /\bprocessor\b/gi, use: 'CPU' },
  { hint: true, find: /\b(?:begun|begin|begins|began)\b/gi, use: 'start, started' },
  { hint: true, find: /\balone\b/gi, use: 'only, by itself' },
  { hint: true, find: /\bmeanwhile\b/gi, use: 'in the meantime, concurrently' },
  { hint: true, find: /\bleft out\b/gi, use: 'omitted, skipped' },
  { hint: true, find: /\bplaces?\b/gi, use: 'slot, position, offset' },
  { hint: true, find: /\bmarks?\b/gi, use: 'tag, annotation, marker' },
  { hint: true, find: /\bwhole\b/gi, use: 'complete, entire' },
];

/** Interface labels that LANGUAGE.md replaces. They are matched as complete texts, in interface texts only. */
const OLD_LABELS = new Set(
  `Make one of them|Made one|They say the same: make one|Settle|Nothing to settle.|Take apart|Made of {} {}|Keep|Keep the file|Take out|Another scene|Make all of it|Make the clip|What is said
  |the usual one|in files beside it|in the picture|make the face clearer|Nobody answers|This service wants a token|This token is not known.|Go on|To the first one|To the content|Keys|Before
  |Reading …|Looking for the service …|Look through|all of it|All of it|Leave out|Report again|Beside others|Look at both|Look into it|Restore from it|It would bring in|Brought in|More of them
  |Would it answer?|Laying them out …|The most useful|Nearest in meaning|archived too|Nothing brings it back.|Looking at it …|On its way …|What stands between them|Forget it|Into the project`
    .split('|')
    .map((label) => label.trim()),
);

/** Words to avoid in declared names and file names. `unless` is matched against the name. */
const NAME_WORDS = [
  { word: /^(?:MOST|LEAST)_/, whole: true, use: 'MAX_, MIN_' },
  { word: 'told|tell|tells|untold|said|say|says', use: 'report, message, text, spoken' },
  { word: 'house|farewell|obey|dust|owed|dying|tails', use: 'name the thing in the terms of the field' },
  { word: 'manner', use: 'options, style' },
  { word: 'anew', use: 're-, again' },
  { word: 'nobody|somebody|whoever|everybody', use: 'user, client, unreachable' },
  { word: 'behind|beside', use: 'after, next', unless: /writeBehind|write-behind|isBehind/i },
  { word: 'heard|hear|hearing', use: 'played, recognised, audio' },
  { word: 'lies|stands', use: 'is, stored' },
  { word: 'shelf|shelved|door|doors', use: 'cache, entry point', unless: /^shelf(?:Gain|Filter)?$/ },
  {
    word: 'begun|begin',
    use: 'started, start',
    unless: /begin(?:Transaction|Path|End)|^begin$|^BEGIN|idempotencyBegin/i,
  },
  { word: 'asked|ask|asking', use: 'requested, query, prompt', unless: /askHidden|^ask$|askOptions/i },
  { word: 'kept|owed', use: 'stored, cached, saved' },
  { word: 'looked|looks', use: 'probed, styles' },
  { word: 'beast|stranger|alone|mended', use: 'name the thing' },
];

/** A sentence of a comment that starts with one of these words needs a main clause later on. */
const FRAGMENT_STARTS =
  /^(?:Of|By|With|Without|Behind|Beside|Among|Within|Beyond|Between|Under|Over|Before|After|In|On|At|From|To|For|As|Into|Than|Through|Until|Since|Against|About|Around|Across|Along|Up|What|Who|Whose|Whom|Which|Where|While|Whoever|Whatever)\b/;
/** Openings that are complete notes by convention. */
const COMPLETE_NOTES =
  /^(?:To ?do\b|For (?:more|further|details|example|instance|reference|testing|internal|backwards?|compat|debugging|now\b)|In (?:ms|bytes|seconds|pixels|milliseconds)\b|From (?:https?:|RFC|URL)|As (?:per|of)\b|By default\b|With the exception|In (?:addition|other words|short|practice|general)\b|To \w+ing\b|Over (?:https?|tcp)|Under (?:construction|development)|Up to date|Which (?:one|of)\b.*\?|Who .*\?|What .*\?|Where .*\?)/i;

/** Finite verbs: auxiliaries, and third persons that are seldom nouns. */
const FINITE =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|can|could|will|would|shall|should|may|might|must|cannot|\w+n't|(?:it|that|there|we|you|they|he|she|who|what|let|i)'(?:s|re|ve|ll|d)|returns|throws|gives|makes|takes|goes|keeps|holds|allows|requires|contains|becomes|comes|gets|sends|runs|reads|writes|waits|lets|adds|removes|creates|starts|stops|ends|fails|finds|knows|sees|wants|tries|asks|follows|means|exists|belongs|depends|happens|supports|accepts|rejects|resolves|reuses|ignores|skips|treats|converts|decides|applies|matches|needs|uses|calls|sets|works|leaves|stays|remains|brings|begins|closes|opens|shows|says|tells|stands|lies|puts|loses|costs|wins|counts|covers|differs|ensures|prevents|includes|expects|provides|receives|serves|loads|stores|deletes|drops|emits|passes|points|refers|replaces|represents|describes|defines|specifies|indicates|determines|handles|implements|performs|generates|parses|validates|checks|increments|retries|schedules|claims|releases|locks|inserts|updates|selects|turns|moves|draws|speaks|plays|grows|rises|falls|repeats|appears|seems|helps|refuses|hears|forgets|belongs|consists|occurs|overrides|inherits|extends|wraps|triggers|executes|awaits)\b/gi;
/** Verbs in the imperative or after a subject such as "we": they form a main clause after a comma, colon or dash. */
const IMPERATIVE =
  /(?:^|[,:;–—-]\s+|\b(?:we|you|they|i|just|please|then|also|simply|instead|not|don't|always|never|only)\s+)(?:use|set|return|throw|call|make|take|go|keep|hold|allow|require|get|send|run|read|write|wait|let|add|remove|create|start|stop|end|fail|give|find|know|see|want|try|ask|follow|support|accept|reject|resolve|reuse|ignore|skip|treat|convert|decide|apply|match|need|put|check|ensure|avoid|pass|load|store|delete|drop|emit|replace|insert|update|select|turn|move|parse|validate|increment|retry|lock|claim|release|fall|do|prefer|assume|consider|note|compute|calculate|count|copy|compare|build|install|open|close|show|handle|override|extend|wrap|import|export|define|declare|register|assert|expect|test|verify|clear|reset|restore|save|merge|sort|filter|map|split|join|look|leave|reduce|increase|limit|cap|round|clamp|truncate|normali[sz]e|serialize|encode|decode|escape|trim|append|prepend|push|pop|enable|disable|mark|collect|extract|fetch|request|respond|reply|abort|cancel|close|flush|drain|pause|resume|poll|listen|connect|disconnect|subscribe|publish|mock|stub|spy|force|trigger|invoke|execute|perform|process|generate|render|draw|measure|log|print|warn|report)\b/gi;
const SUBORDINATE =
  /\b(?:that|which|who|whom|whose|what|when|whenever|where|wherever|while|if|because|until|unless|since|whether|how|why|although|though|so that|as (?:it|they|he|she|we|you|if|long|soon|far|the \w+|a \w+)|than (?:it|they|he|she|we|you)|(?:before|after) (?:it|they|he|she|we|you|the \w+|a \w+|\w+) (?:is|are|was|were|has|have|had|can|\w+s|\w+ed))\b/gi;

const CODE_FILES = new Set(['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.cjs', '.go', '.py']);
const SKIPPED_PATHS =
  /(?:^|\/)(?:node_modules|dist|\.git|vendor|fixtures?|published|coverage)\/|(?:^|\/)(?:LICENSE|LICENCE|NOTICE|CODE_OF_CONDUCT|package-lock)|\.min\.js$|-api\.ts$|\.d\.ts\.map$/i;
const GENERATED = /auto-?generated|do not edit|@generated|generated by|code generated/i;
const WORDS_PER_LINE = 12;
const LONG_SENTENCE = 30;
const LONG_LINE = 120;

// ---------------------------------------------------------------------------------------------------------------------
// Reading source files
// ---------------------------------------------------------------------------------------------------------------------

const REGEX_FOLLOWS = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'do',
  'else',
  'void',
  'delete',
  'instanceof',
  'new',
  'throw',
  'yield',
  'await',
]);

/**
 * Splits JavaScript, TypeScript, JSX or Go into comments, strings, JSX texts and the remaining code.
 * Strings are replaced by '' in the code, comments are removed, and line breaks are retained.
 */
function scanCode(src, { jsx = false, go = false } = {}) {
  const comments = [];
  const strings = [];
  const jsxTexts = [];
  const code = [];
  let length = 0;
  let i = src.startsWith('#!') ? Math.max(0, src.indexOf('\n')) : 0;
  let line = 1;
  let last = '';
  const n = src.length;

  const put = (text) => {
    code.push(text);
    length += text.length;
  };
  const newLine = () => {
    line++;
    put('\n');
  };

  function skipComment() {
    const start = i;
    const startLine = line;
    const isLine = src[i + 1] === '/';
    const end = isLine ? src.indexOf('\n', i) : src.indexOf('*/', i + 2) + 2;
    i = isLine ? (end < 0 ? n : end) : end < 2 ? n : end;
    const raw = src.slice(start, i);
    const lineStart = src.lastIndexOf('\n', start - 1) + 1;
    const kind = isLine ? 'line' : raw.startsWith('/**') ? 'doc' : 'block';
    comments.push({
      line: startLine,
      kind,
      raw,
      alone: !src.slice(lineStart, start).trim(),
      column: start - lineStart,
    });
    for (const c of raw) if (c === '\n') newLine();
  }

  function readQuoted(quote) {
    const start = line;
    let value = '';
    i++;
    while (i < n && src[i] !== quote) {
      if (src[i] === '\n') {
        if (quote !== '`') break;
        newLine();
      }
      if (src[i] === '\\' && quote !== '`') {
        value += src[i + 1] === 'n' ? '\n' : (src[i + 1] ?? '');
        if (src[i + 1] === '\n') newLine();
        i += 2;
        continue;
      }
      value += src[i++];
    }
    i++;
    strings.push({ line: start, value, at: length });
    put("''");
    last = 'string';
  }

  function readTemplate() {
    const entry = { line, value: '', at: length };
    strings.push(entry);
    put("'");
    i++;
    while (i < n && src[i] !== '`') {
      if (src[i] === '\\') {
        entry.value += src[i + 1] === 'n' ? '\n' : (src[i + 1] ?? '');
        if (src[i + 1] === '\n') newLine();
        i += 2;
      } else if (src[i] === '$' && src[i + 1] === '{') {
        i += 2;
        entry.value += '{}';
        readCode('}');
        i++;
      } else {
        if (src[i] === '\n') newLine();
        entry.value += src[i++];
      }
    }
    i++;
    put("'");
    last = 'string';
  }

  function readRegex() {
    let end = i + 1;
    let inClass = false;
    for (; end < n && src[end] !== '\n'; end++) {
      if (src[end] === '\\') end++;
      else if (src[end] === '[') inClass = true;
      else if (src[end] === ']') inClass = false;
      else if (src[end] === '/' && !inClass) break;
    }
    if (src[end] !== '/') return false;
    end++;
    while (/[a-z]/.test(src[end] ?? '')) end++;
    i = end;
    put("''");
    last = 'string';
    return true;
  }

  function readElement() {
    i++;
    const name = /^[\w.:$-]*/.exec(src.slice(i, i + 80))[0];
    i += name.length;
    put(`<${name}`);
    for (;;) {
      while (/\s/.test(src[i] ?? 'x')) {
        if (src[i] === '\n') newLine();
        i++;
      }
      if (i >= n) return;
      if (src.startsWith('/*', i) || src.startsWith('//', i)) {
        skipComment();
        continue;
      }
      if (src.startsWith('/>', i)) {
        i += 2;
        last = ')';
        return;
      }
      if (src[i] === '>') {
        i++;
        break;
      }
      if (src[i] === '{') {
        readBraces();
        continue;
      }
      const attribute = /^[\w:.$-]+/.exec(src.slice(i, i + 120))?.[0];
      if (!attribute) {
        i++;
        continue;
      }
      i += attribute.length;
      put(` ${attribute}`);
      if (src[i] !== '=') continue;
      i++;
      put('=');
      if (src[i] === '{') readBraces();
      else if (src[i] === '"' || src[i] === "'") {
        const end = src.indexOf(src[i], i + 1);
        const value = src.slice(i + 1, end);
        strings.push({ line, value, at: length, attribute });
        for (const c of value) if (c === '\n') newLine();
        put("''");
        i = end + 1;
      }
    }
    let text = '';
    let textLine = line;
    const flush = () => {
      if (text.replaceAll('{}', '').trim())
        jsxTexts.push({ line: textLine, value: text.replace(/\s+/g, ' ').trim() });
      text = '';
    };
    while (i < n) {
      if (src.startsWith('</', i)) {
        flush();
        i = src.indexOf('>', i) + 1;
        last = ')';
        return;
      }
      if (src[i] === '<') {
        flush();
        readElement();
        textLine = line;
      } else if (src[i] === '{') {
        readBraces();
        if (text.trim()) text += '{}';
        else textLine = line;
      } else {
        if (src[i] === '\n') newLine();
        if (!text.trim()) textLine = line;
        text += src[i++];
      }
    }
  }

  function readBraces() {
    i++;
    put('{');
    last = '{';
    readCode('}');
    i++;
    put('}');
  }

  function readCode(stop) {
    let depth = 0;
    while (i < n) {
      const c = src[i];
      const startsExpression =
        last === '' || REGEX_FOLLOWS.has(last) || /^[({[,;=:?&|!~+\-*%<>^}]$/.test(last);
      if (c === '\n') {
        newLine();
        i++;
      } else if (/\s/.test(c)) {
        put(' ');
        i++;
      } else if (c === '/' && (src[i + 1] === '/' || src[i + 1] === '*')) skipComment();
      else if (c === '"' || c === "'") readQuoted(c);
      else if (c === '`') {
        if (go) readQuoted('`');
        else readTemplate();
      } else if (c === '/' && !go && startsExpression && readRegex()) {
        // Consumed by readRegex.
      } else if (
        jsx &&
        c === '<' &&
        startsExpression &&
        /[A-Za-z>]/.test(src[i + 1] ?? '') &&
        !/^<\w+(?:\s+extends\b|\s*,)/.test(src.slice(i, i + 60))
      )
        readElement();
      else {
        if (stop && c === stop && depth === 0) return;
        if (c === '{') depth++;
        if (c === '}') depth--;
        const word = /^(?:[A-Za-z_$][\w$]*|\d[\w.]*)/.exec(src.slice(i, i + 200))?.[0];
        put(word ?? c);
        last = word ?? c;
        i += last.length;
      }
    }
  }

  readCode('');
  return { comments, strings, jsxTexts, code: code.join('') };
}

/** Reads comments and docstrings of Python. */
function scanPython(src) {
  const comments = [];
  const pattern = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#(.*)/g;
  for (const match of src.matchAll(pattern)) {
    const text = match[1] ?? match[2] ?? match[3];
    if (text === undefined) continue;
    const before = src.slice(0, match.index);
    const lineStart = before.lastIndexOf('\n') + 1;
    const alone = !before.slice(lineStart).trim();
    if (match[3] === undefined && !alone) continue;
    const line = before.split('\n').length;
    comments.push({
      line,
      kind: match[3] === undefined ? 'doc' : 'line',
      raw: text,
      alone,
      column: match.index - lineStart,
    });
  }
  return { comments, strings: [], jsxTexts: [], code: '' };
}

const COMMENT_DIRECTIVE =
  /^\s*(?:eslint|biome-|@ts-|prettier|istanbul|c8 |v8 |tslint|jshint|standard|#(?:end)?region|<reference|sourceMappingURL|go:|\+build|nolint|noqa|type: ignore|pylint|noinspection|@(?:license|preserve|vitest-|jest-))/i;
const LOOKS_LIKE_CODE =
  /^\s*(?:(?:const|let|var|import|export|function|return|if|for|await|type|interface|class)\b.*[;{(=]|[\w.$\])]+\s*(?:=|\+=|\()[^ ].*[;)},]\s*$|[{}[\]()<>].*|.*(?:=>|;)\s*$|\$ |[|+][-=|+]|@\w+\b\s*$)/;

/** Joins comments on consecutive lines and removes comment markers, code and URLs. */
function commentTexts(comments) {
  const texts = [];
  let previous = null;
  for (const comment of comments) {
    const isLine = comment.kind === 'line';
    const body = comment.raw.replace(/^\/\*+!?|\*+\/$/g, '').replace(/^\/\/+/, '');
    if (COMMENT_DIRECTIVE.test(body)) {
      previous = null;
      continue;
    }
    if (
      isLine &&
      comment.alone &&
      previous?.kind === 'line' &&
      previous.alone &&
      previous.lastLine === comment.line - 1 &&
      previous.column === comment.column
    ) {
      previous.lines.push(body);
      previous.lastLine = comment.line;
      continue;
    }
    previous = {
      line: comment.line,
      lastLine: comment.line,
      kind: comment.kind,
      alone: comment.alone,
      column: comment.column,
      lines: body.split('\n'),
    };
    texts.push(previous);
  }
  return texts.map(({ line, lines }) => ({ line, paragraphs: commentParagraphs(lines) }));
}

function commentParagraphs(lines) {
  const paragraphs = [];
  let current = '';
  let inCode = false;
  let isTag = false;
  const flush = () => {
    if (current.trim()) paragraphs.push({ text: cleanText(current), isTag });
    current = '';
    isTag = false;
  };
  for (const raw of lines) {
    const text = raw.replace(/^\s*\*(?!\*) ?/, '').replace(/\s+$/, '');
    if (/^\s*(?:```|~~~)/.test(text) || /^\s*@example/.test(text)) {
      flush();
      inCode = /@example/.test(text) ? true : !inCode;
      continue;
    }
    if (inCode && !/^\s*@\w/.test(text)) continue;
    inCode = false;
    if (!text.trim()) flush();
    else if (LOOKS_LIKE_CODE.test(text)) flush();
    else if (/^\s*@\w+/.test(text)) {
      flush();
      isTag = true;
      current = text.replace(/^\s*@\w+\s*(?:\{[^}]*\}+)?\s*(?:\[[^\]]*\]|[\w.$]+)?\s*-?\s*/, '');
    } else if (/^\s*(?:[-*•]|\d+[.)])\s+/.test(text)) {
      flush();
      isTag = true;
      current = text.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '');
    } else current += ` ${text.trim()}`;
  }
  flush();
  return paragraphs.filter((paragraph) => countWords(paragraph.text) > 0);
}

function cleanText(text) {
  return text
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\[[^\]]*\]/g, '$1')
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/\{@link\s+([^}]*)\}/g, '$1')
    .replace(/https?:\/\/\S+/g, 'URL')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}/g, '')
    .replace(/&[a-z]+;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const ABBREVIATION =
  /\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|ca|No|Fig|Eq|St|Mr|Dr|Jan|Feb|Aug|Sept?|Oct|Nov|Dec)\.$/;

function splitSentences(text) {
  const sentences = [];
  let rest = '';
  for (const part of text.split(/(?<=[.!?]["')\]]?)\s+(?=["'([]?[A-Z0-9])/)) {
    rest = rest ? `${rest} ${part}` : part;
    if (ABBREVIATION.test(rest)) continue;
    sentences.push(rest);
    rest = '';
  }
  if (rest) sentences.push(rest);
  return sentences.filter((sentence) => countWords(sentence) > 0);
}

function countWords(text) {
  return text.match(/[A-Za-z0-9][\w'’./@-]*/g)?.length ?? 0;
}

// ---------------------------------------------------------------------------------------------------------------------
// Reading Markdown
// ---------------------------------------------------------------------------------------------------------------------

/** Returns the paragraphs, list items and table cells of a Markdown text, and its lines that are too long. */
function readMarkdown(src) {
  const blocks = [];
  const longLines = [];
  let wrappedLines = 0;
  let current = null;
  let fence = '';
  const lines = src
    .replace(/^---\n[\s\S]*?\n---\n/, (front) => '\n'.repeat(front.split('\n').length - 1))
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n');
  const isProse = (line) =>
    line !== undefined &&
    line.trim() !== '' &&
    !/^\s*(?:[#>|<]|```|~~~|[-*+] |\d+[.)] |\[[^\]]+\]:|!\[|:::|---|===)/.test(line) &&
    !/^ {4}|^\t/.test(line);
  const flush = () => {
    if (current) blocks.push(current);
    current = null;
  };
  lines.forEach((line, index) => {
    const fenceMark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fenceMark) {
      flush();
      if (!fence) fence = fenceMark;
      else if (fenceMark.startsWith(fence)) fence = '';
      return;
    }
    if (fence) return;
    const trimmed = line.trim();
    if (!trimmed || /^(?:---+|===+|\*\*\*+|:::)/.test(trimmed) || /^\[[^\]]+\]:/.test(trimmed)) {
      flush();
      return;
    }
    if (/^\|/.test(trimmed)) {
      flush();
      if (!/^\|[\s:|-]+\|?$/.test(trimmed)) {
        for (const cell of trimmed.split(/(?<!\\)\|/).slice(1))
          if (cell.trim()) blocks.push({ line: index + 1, text: cell.trim(), kind: 'cell' });
      }
      return;
    }
    if (/^#{1,6}\s/.test(trimmed)) {
      flush();
      blocks.push({ line: index + 1, text: trimmed.replace(/^#+\s*/, ''), kind: 'heading' });
      return;
    }
    // A paragraph on one line of any length is not hard-wrapped, so it has no long lines.
    const continues = isProse(lines[index + 1]) || (current && isProse(line));
    if (continues && !/^\s*[-*+] \[/.test(line)) {
      wrappedLines++;
      if (line.length > LONG_LINE && !/https?:\/\/\S{40,}/.test(line))
        longLines.push({ line: index + 1, text: line });
    }
    const item = /^\s*(?:[-*+]|\d+[.)])\s+/.exec(line);
    if (item || /^\s*>/.test(line)) flush();
    if (/^(?: {4}|\t)/.test(line) && !current) return;
    const text = line.replace(/^\s*(?:>\s*)*(?:[-*+]\s+|\d+[.)]\s+)?/, '');
    if (current) current.text += ` ${text.trim()}`;
    else current = { line: index + 1, text: text.trim(), kind: item ? 'item' : 'paragraph' };
  });
  flush();
  return { blocks, longLines, wrappedLines };
}

// ---------------------------------------------------------------------------------------------------------------------
// Checks
// ---------------------------------------------------------------------------------------------------------------------

function isFragment(sentence) {
  const text = sentence.replace(/^["'([]+/, '');
  if (!FRAGMENT_STARTS.test(text) || COMPLETE_NOTES.test(text) || /\?\s*$/.test(text) || countWords(text) < 2)
    return false;
  // "Until version 2, it failed": the part after the first comma can be the main clause.
  return !hasMainClause(text) && !hasMainClause(text.replace(/^[^,:]*[,:]/, ','));
}

function hasMainClause(text) {
  const verbs = (text.match(FINITE)?.length ?? 0) + (text.match(IMPERATIVE)?.length ?? 0);
  return verbs > (text.match(SUBORDINATE)?.length ?? 0);
}

function findAvoided(text, { hints = false } = {}) {
  const found = [];
  for (const rule of AVOID) {
    if (Boolean(rule.hint) !== hints) continue;
    for (const match of text.matchAll(rule.find)) {
      const end = match.index + match[0].length;
      const before = text.slice(Math.max(0, match.index - 40), match.index);
      const after = text.slice(end, end + 40);
      if (rule.unless && (rule.unless.test(before) || rule.unless.test(after))) continue;
      found.push({ word: match[0].toLowerCase(), use: rule.use, at: match.index, end });
    }
  }
  // Count a place once, even if two rules match it.
  found.sort((a, b) => a.at - b.at || b.end - a.end);
  return found.filter((hit, index) => index === 0 || hit.at >= found[index - 1].end);
}

function nameParts(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_\-.$]+/)
    .filter(Boolean);
}

function checkName(name) {
  for (const { word, whole, use, unless } of NAME_WORDS) {
    if (unless?.test(name)) continue;
    if (whole ? word.test(name) : nameParts(name).some((part) => new RegExp(`^(?:${word})$`, 'i').test(part)))
      return use;
  }
  return null;
}

const DECLARATION =
  /\b(?:const|let|var|function\*?|class|interface|type|enum|namespace)\s+([A-Za-z_$][\w$]*)/g;
const GO_DECLARATION = /\b(?:func(?:\s*\([^)]*\))?|type|var|const)\s+([A-Za-z_]\w*)/g;
const TEXT_CALL =
  /(?:\b\w*(?:Error|Problem|Failure|Failed|Refusal|Exception)\w*|\bconsole\.\w+|\blog(?:ger)?\.\w+|\.(?:description|summary|option|argument|command|help|addHelpText|usage|warn|error|info|fatal|remark|wrong)|\b(?:wrongUsage|nothingThere|fail|refuse|reject|panic|Errorf|Fprintln|Println))\(\s*(?:[\w.$]+\s*,\s*|''\s*,\s*|\[[^\]]*\]\s*,\s*|\{[^}]*\}\s*,\s*){0,3}$/;
const TEXT_PROPERTY =
  /\b(?:description|summary|title|message|help|label|placeholder|detail|details|hint|advice|usage|meaning|note|notice|example|heading|caption)\s*[:=]\s*(?:[^,;{}'\n]*\?\s*(?:''\s*:\s*)?)?$/;
const TEST_TITLE = /\b(?:it|test|describe)(?:\.\w+)*(?:\('[^']*'\))?\(\s*$/;
const TEXT_ATTRIBUTES =
  /^(?:title|aria-label|aria-description|placeholder|alt|label|hint|note|heading|text|caption|summary)$/;

function isSentenceLike(value) {
  return (
    /[A-Za-z]{2,} [a-z]{2,}/.test(value) &&
    !/^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WITH|ALTER|DROP|PRAGMA)\b/.test(value)
  );
}

function userFacingTexts(scan, path) {
  const isTest = /\.(?:test|spec|contract|bench)\.|(?:^|\/)(?:tests?|testing|__tests__)\//.test(path);
  const texts = scan.jsxTexts.map(({ line, value }) => ({ line, value, where: 'ui' }));
  for (const { line, value, at, attribute } of scan.strings) {
    if (attribute) {
      if (TEXT_ATTRIBUTES.test(attribute)) texts.push({ line, value, where: 'ui' });
      continue;
    }
    if (!isSentenceLike(value)) continue;
    const before = scan.code.slice(Math.max(0, at - 160), at);
    if (TEST_TITLE.test(before)) texts.push({ line, value, where: 'test' });
    else if (!isTest && (TEXT_CALL.test(before) || TEXT_PROPERTY.test(before)))
      texts.push({ line, value, where: 'text' });
  }
  return texts
    .map((text) => ({ ...text, value: cleanText(text.value) }))
    .filter((text) => /[a-z]{2}/.test(text.value));
}

// ---------------------------------------------------------------------------------------------------------------------
// Walking and counting
// ---------------------------------------------------------------------------------------------------------------------

function listFiles(dir) {
  try {
    const inside = execFileSync('git', ['-C', dir, 'ls-files', '-z', '.'], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const files = inside.split('\0').filter((file) => file && existsSync(join(dir, file)));
    if (files.length > 0) return files;
  } catch {
    // Not a Git repository: walk the folder instead.
  }
  const files = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (SKIPPED_PATHS.test(`${relative(dir, path)}${entry.isDirectory() ? '/' : ''}`)) continue;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) files.push(relative(dir, path));
    }
  };
  walk(dir);
  return files;
}

function emptyCounts() {
  return {
    comments: 0,
    commentWordCount: 0,
    commentLines: 0,
    docWordCount: 0,
    docLines: 0,
    sentences: 0,
    sentenceWords: 0,
    names: 0,
    texts: 0,
    wrappedLines: 0,
  };
}

function check(dir, options) {
  const total = emptyCounts();
  const findings = [];
  const hints = new Map();
  const documents = [];
  const add = (kind, file, line, text, note) => findings.push({ kind, file, line, text, note });
  const addHints = (text) => {
    if (!options.hints) return;
    for (const { word, use } of findAvoided(text, { hints: true })) {
      const entry = hints.get(word) ?? { word, use, count: 0 };
      entry.count++;
      hints.set(word, entry);
    }
  };

  for (const file of listFiles(dir)) {
    const extension = extname(file);
    const isMarkdown = extension === '.md' || extension === '.mdx';
    if (SKIPPED_PATHS.test(file) || !(isMarkdown || CODE_FILES.has(extension))) continue;
    if (statSync(join(dir, file)).size > 1_500_000) continue;
    const src = readFileSync(join(dir, file), 'utf8').replace(/\r\n/g, '\n');
    if (!isMarkdown && GENERATED.test(src.slice(0, 400))) continue;

    if (isMarkdown) {
      const { blocks, longLines, wrappedLines } = readMarkdown(src);
      const document = { file, sentences: 0, words: 0, long: 0, chains: 0, avoided: 0 };
      total.wrappedLines += wrappedLines;
      for (const { line, text } of longLines) add('longLines', file, line, text);
      for (const block of blocks) {
        const text = cleanText(block.text);
        const words = countWords(text);
        total.docWordCount += words;
        document.words += words;
        for (const { word, use } of findAvoided(text)) {
          add('docWords', file, block.line, text, `${word} -> ${use}`);
          document.avoided++;
        }
        addHints(text);
        if (block.kind === 'heading' || words < 4) continue;
        for (const sentence of splitSentences(text)) {
          const length = countWords(sentence);
          document.sentences++;
          total.sentences++;
          total.sentenceWords += length;
          if (length > LONG_SENTENCE) {
            add('longSentences', file, block.line, sentence, `${length} words`);
            document.long++;
          }
          const joints = (sentence.match(/;|:(?= )/g) ?? []).length;
          const parentheses = (sentence.match(/\(/g) ?? []).length;
          if (joints >= 3 || (parentheses >= 2 && length > 15)) {
            add('chains', file, block.line, sentence, `${joints} joints, ${parentheses} parentheses`);
            document.chains++;
          }
        }
      }
      if (document.sentences > 0) documents.push(document);
      continue;
    }

    const scan =
      extension === '.py'
        ? scanPython(src)
        : scanCode(src, { jsx: /x$|\.js$/.test(extension), go: extension === '.go' });
    for (const { line, paragraphs } of commentTexts(scan.comments)) {
      if (paragraphs.length > 0) total.comments++;
      for (const { text, isTag } of paragraphs) {
        total.commentWordCount += countWords(text);
        for (const { word, use } of findAvoided(text))
          add('commentWords', file, line, text, `${word} -> ${use}`);
        addHints(text);
        if (isTag) continue;
        for (const sentence of splitSentences(text))
          if (isFragment(sentence)) add('fragments', file, line, sentence);
      }
    }
    for (const { line, value, where } of userFacingTexts(scan, file)) {
      total.texts++;
      const avoided = findAvoided(value);
      if (where !== 'test' && OLD_LABELS.has(value))
        add('texts', file, line, value, `${where}: old label, see LANGUAGE.md`);
      else if (avoided.length > 0)
        add('texts', file, line, value, `${where}: ${avoided[0].word} -> ${avoided[0].use}`);
      addHints(value);
    }
    const declaration = extension === '.go' ? GO_DECLARATION : DECLARATION;
    scan.code.split('\n').forEach((codeLine, index) => {
      for (const [, name] of codeLine.matchAll(declaration)) {
        total.names++;
        const use = checkName(name);
        if (use) add('identifiers', file, index + 1, name, use);
      }
    });
    total.names++;
    const use = checkName(basename(file).replace(/\..*$/, ''));
    if (use) add('identifiers', file, 1, basename(file), `file name: ${use}`);
  }

  total.flaggedComments = new Set(
    findings
      .filter(({ kind }) => kind === 'fragments' || kind === 'commentWords')
      .map(({ file, line }) => `${file}:${line}`),
  ).size;
  total.commentLines = total.commentWordCount / WORDS_PER_LINE;
  total.docLines = total.docWordCount / WORDS_PER_LINE;
  const counts = Object.fromEntries(
    Object.keys(LIMITS).map((kind) => [kind, findings.filter((finding) => finding.kind === kind).length]),
  );
  const per = (count, base, unit) => (base === 0 ? 0 : Math.round((count / base) * unit * 10) / 10);
  const rates = {
    fragments: per(counts.fragments, total.commentLines, 1000),
    commentWords: per(counts.commentWords, total.commentLines, 1000),
    docWords: per(counts.docWords, total.docLines, 1000),
    identifiers: per(counts.identifiers, total.names, 1000),
    texts: per(counts.texts, total.texts, 1000),
    longSentences: per(counts.longSentences, total.sentences, 100),
    chains: per(counts.chains, total.sentences, 100),
    longLines: per(counts.longLines, total.wrappedLines, 100),
  };
  return {
    total,
    counts,
    rates,
    findings,
    documents,
    hints: [...hints.values()].sort((a, b) => b.count - a.count),
  };
}

// ---------------------------------------------------------------------------------------------------------------------
// Command line
// ---------------------------------------------------------------------------------------------------------------------

function parseArguments(args) {
  const options = {
    dir: '',
    files: false,
    folders: false,
    json: false,
    hints: false,
    report: false,
    max: 20,
    list: [],
    limits: { ...LIMITS },
  };
  const fail = (message) => {
    console.error(
      `${message}\nUsage: node plain-english.mjs DIR [--files] [--folders] [--list KIND] [--max N] [--json] [--hints] [--report] [--limit KIND=RATE ...]\nKinds: ${Object.keys(LIMITS).join(', ')}`,
    );
    process.exit(2);
  };
  for (let index = 0; index < args.length; index++) {
    const argument = args[index];
    if (
      argument === '--files' ||
      argument === '--folders' ||
      argument === '--json' ||
      argument === '--hints' ||
      argument === '--report'
    )
      options[argument.slice(2)] = true;
    else if (argument === '--max') {
      options.max = Number(args[++index]);
      if (!Number.isInteger(options.max) || options.max < 0) fail('Expected a whole number for --max.');
    } else if (argument === '--list') {
      const kind = args[++index];
      if (!(kind in LIMITS)) fail(`Expected a kind for --list, received ${kind}.`);
      options.list.push(kind);
    } else if (argument === '--limit') {
      const [kind, rate] = (args[++index] ?? '').split('=');
      if (!(kind in LIMITS) || !(Number(rate) >= 0))
        fail('Expected KIND=RATE for --limit, such as fragments=10.');
      options.limits[kind] = Number(rate);
    } else if (argument.startsWith('-')) fail(`Unknown option ${argument}.`);
    else if (options.dir) fail('Expected one directory.');
    else options.dir = resolve(argument);
  }
  if (!options.dir) fail('Expected a directory.');
  if (!existsSync(options.dir)) fail(`The directory ${options.dir} does not exist.`);
  return options;
}

function worstFiles(findings, max) {
  const byFile = new Map();
  for (const { file, kind } of findings) {
    const entry = byFile.get(file) ?? { file, total: 0, kinds: {} };
    entry.total++;
    entry.kinds[kind] = (entry.kinds[kind] ?? 0) + 1;
    byFile.set(file, entry);
  }
  return [...byFile.values()].sort((a, b) => b.total - a.total).slice(0, max);
}

function countByFolder(findings) {
  const byFolder = new Map();
  for (const { file, kind } of findings) {
    const parts = file.split('/');
    const folder = parts.length === 1 ? '.' : parts.slice(0, Math.min(2, parts.length - 1)).join('/');
    const entry = byFolder.get(folder) ?? Object.fromEntries(Object.keys(LIMITS).map((key) => [key, 0]));
    entry[kind]++;
    byFolder.set(folder, entry);
  }
  const sum = (entry) => Object.values(entry).reduce((a, b) => a + b, 0);
  return [...byFolder].sort(([, a], [, b]) => sum(b) - sum(a));
}

const UNITS = {
  identifiers: 'per 1,000 names',
  texts: 'per 1,000 texts',
  longSentences: 'per 100 sentences',
  chains: 'per 100 sentences',
  longLines: 'per 100 lines',
};

function main() {
  const options = parseArguments(process.argv.slice(2));
  const result = check(options.dir, options);
  const exceeded = Object.keys(LIMITS).filter((kind) => result.rates[kind] > options.limits[kind]);
  if (options.json) {
    const { findings, ...rest } = result;
    console.log(
      JSON.stringify(
        {
          dir: options.dir,
          ...rest,
          limits: options.limits,
          exceeded,
          files: worstFiles(findings, options.files ? options.max : 0),
          findings:
            options.list.length > 0
              ? findings.filter((finding) => options.list.includes(finding.kind)).slice(0, options.max)
              : [],
        },
        null,
        2,
      ),
    );
  } else {
    const { total } = result;
    console.log(
      `${options.dir}\n${total.comments} comments (${total.flaggedComments} flagged), ${Math.round(total.commentLines)} comment lines, ${Math.round(total.docLines)} lines of Markdown (12 words each), ${total.names} names, ${total.texts} user-facing texts\n`,
    );
    console.log(`${'kind'.padEnd(15)}${'count'.padStart(7)}${'rate'.padStart(9)}${'limit'.padStart(8)}`);
    for (const kind of Object.keys(LIMITS)) {
      console.log(
        `${kind.padEnd(15)}${String(result.counts[kind]).padStart(7)}${result.rates[kind].toFixed(1).padStart(9)}${String(options.limits[kind]).padStart(8)}  ${exceeded.includes(kind) ? 'FAIL' : 'ok  '}  ${UNITS[kind] ?? 'per 1,000 lines'}: ${DESCRIPTIONS[kind]}`,
      );
    }
    if (total.sentences > 0)
      console.log(
        `\nMarkdown sentences have ${(total.sentenceWords / total.sentences).toFixed(1)} words on average.`,
      );
    for (const kind of options.list) {
      console.log(`\n${kind}: ${DESCRIPTIONS[kind]}`);
      for (const { file, line, text, note } of result.findings
        .filter((finding) => finding.kind === kind)
        .slice(0, options.max)) {
        console.log(
          `  ${file}:${line}  ${text.length > 150 ? `${text.slice(0, 150)}...` : text}${note ? `  [${note}]` : ''}`,
        );
      }
    }
    if (options.files) {
      console.log('\nFiles with the most findings:');
      for (const { file, total: count, kinds } of worstFiles(result.findings, options.max))
        console.log(
          `${String(count).padStart(6)}  ${file}  ${Object.entries(kinds)
            .map(([kind, amount]) => `${kind} ${amount}`)
            .join(', ')}`,
        );
      console.log(
        '\nDocuments by readability (mean sentence length, share of long sentences, chained sentences):',
      );
      for (const { file, sentences, words, long, chains } of result.documents
        .filter((document) => document.sentences >= 8)
        .sort(
          (a, b) =>
            b.long / b.sentences + b.chains / b.sentences - a.long / a.sentences - a.chains / a.sentences,
        )
        .slice(0, options.max)) {
        console.log(
          `${(words / sentences).toFixed(1).padStart(6)} words ${String(Math.round((long / sentences) * 100)).padStart(3)} % long ${String(Math.round((chains / sentences) * 100)).padStart(3)} % chained  ${file}`,
        );
      }
    }
    if (options.folders) {
      const kinds = Object.keys(LIMITS);
      console.log(`\n${'folder'.padEnd(28)}${kinds.map((kind) => kind.padStart(15)).join('')}`);
      for (const [folder, counts] of countByFolder(result.findings))
        console.log(`${folder.padEnd(28)}${kinds.map((kind) => String(counts[kind]).padStart(15)).join('')}`);
    }
    if (options.hints) {
      console.log('\nHints, not counted:');
      for (const { word, use, count } of result.hints.slice(0, options.max))
        console.log(`${String(count).padStart(6)}  ${word} -> ${use}`);
    }
    console.log(
      exceeded.length > 0
        ? `\nAbove the limit: ${exceeded.join(', ')}`
        : '\nAll rates are within their limits.',
    );
  }
  if (exceeded.length > 0 && !options.report) process.exitCode = 1;
}

main();
