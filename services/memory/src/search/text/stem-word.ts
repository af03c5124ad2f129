import { stemmer } from 'stemmer';

/**
 * English function words without a topic, omitted from every index and query. Including them costs 0.05 R@10
 * on LoCoMo-dev. "may", "march" and "will" are not in the list, because they are also names of months and
 * people.
 *
 * The list has the usual words (pronouns, articles, auxiliaries, prepositions, question words) and the
 * contractions that are frequent in chat.
 */
const WORDS = `
a about above after again against all also am an and any are as at
be because been before being below between both but by
can cannot could
did do does doing done down during
each either else ever every
few for from further
get gets got
had has have having he her here hers herself him himself his how however
i if in into is it its itself
just
let like
me more most much must my myself
neither no nor not now
of off on once only or other our ours ourselves out over own
per please
quite
rather really
same shall she should so some such
than that the their theirs them themselves then there these they this those through to too
under until up upon us
very via
was we were what when where which while who whom whose why with within without would
yes yet you your yours yourself yourselves
`;

/** Contractions with a straight apostrophe. */
const CONTRACTIONS = `
i'm i've i'd i'll you're you've you'd you'll he's he'd he'll she's she'd she'll it's it'd it'll we're we've
we'd we'll they're they've they'd they'll that's that'd that'll there's there'd there'll here's what's
what're what'd who's who'd who'll where's when's why's how's how'd let's don't doesn't didn't isn't aren't
wasn't weren't won't wouldn't can't couldn't shouldn't mustn't haven't hasn't hadn't ain't needn't y'all
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `${WORDS} ${CONTRACTIONS}`.split(/\s+/).filter((word) => word !== ''),
);

/** Maximum number of cached words, about 12 MB. Beyond it the cache is cleared. */
const MEMO_LIMIT = 100_000;

const memo = new Map<string, string>();

/**
 * Returns the index term of a lower-case word: its Porter stem without a possessive "'s", or '' for a stop
 * word. Results are cached, because stemming takes about 2 µs and texts repeat their words.
 */
export function stemWord(word: string): string {
  const known = memo.get(word);
  if (known !== undefined) return known;
  const term = STOP_WORDS.has(word) ? '' : stemPlain(word.replace(/'s?$|'(?=\w)/g, ''));
  if (memo.size >= MEMO_LIMIT) memo.clear();
  // A slice of a long text would keep that text in memory, so the characters are copied.
  memo.set(detached(word), detached(term));
  return term;
}

function stemPlain(word: string): string {
  if (STOP_WORDS.has(word)) return '';
  return /^[a-z]{3,40}$/.test(word) ? stemmer(word) : word;
}

/** V8 keeps the parent of a sliced string with 13 or more characters in memory. */
function detached(text: string): string {
  return text.length < 13 ? text : JSON.parse(JSON.stringify(text));
}
