/**
 * The closed classes of English: words of grammar, numbers and units, whose members are fixed. Content
 * words are in no list.
 */
const words = (list: string) => list.split(' ');
const classOf = (groups: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(groups).flatMap(([name, list]) => words(list).map((word) => [word, name] as const)));

export const PERSONS = classOf({
  i: 'i me my mine myself',
  you: 'you your yours yourself yourselves u',
  we: 'we us our ours ourselves',
  he: 'he him his himself',
  she: 'she her hers herself',
  they: 'they them their theirs themselves',
});

export const NEGATIONS: ReadonlySet<string> = new Set(
  words('not no never none nobody nothing nowhere neither nor without cannot'),
);

/** "Any" and "some" are not in it: they bound nothing. */
export const QUANTIFIERS = classOf({
  all: 'all every each everyone everybody everything always',
  only: 'only just solely',
  both: 'both',
  half: 'half',
  sometimes: 'sometimes occasionally',
  often: 'often usually',
  rarely: 'rarely seldom hardly',
  per: 'per',
});

/** Words whose presence alone gives a sentence another direction, in time, space or comparison. */
export const DIRECTIONS = classOf({
  before: 'before',
  after: 'after',
  until: 'until till',
  since: 'since',
  over: 'over above',
  under: 'under below',
  inside: 'inside',
  outside: 'outside',
  against: 'against',
  left: 'left',
  right: 'right',
  than: 'than',
  instead: 'instead rather',
  except: 'except unless',
  back: 'back',
});

/** A sentence changes its sense if one of them is exchanged for the other, but hardly if one is added. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  ['on', 'off'],
  ['in', 'out'],
  ['up', 'down'],
  ['and', 'or'],
  ['more', 'less'],
  ['more', 'fewer'],
  ['most', 'least'],
  ['many', 'few'],
  ['during', 'before'],
  ['during', 'after'],
  ['with', 'without'],
];

/** Prepositions that give the word after them a role. */
export const ROLES = classOf({
  to: 'to into onto towards',
  from: 'from',
  than: 'than over',
  with: 'with using',
  by: 'by',
  for: 'for',
  before: 'before',
  after: 'after',
  of: 'of',
  in: 'in on at inside',
  under: 'under below',
  without: 'without',
  as: 'as',
  instead: 'instead rather',
  unless: 'unless',
});

export const QUESTIONS = classOf({
  who: 'who whom whose',
  when: 'when',
  where: 'where',
  why: 'why',
  how: 'how',
  what: 'what',
  which: 'which',
});

export const TENSES = classOf({
  past: 'was were did had',
  present: 'is are am does has',
  future: 'will shall',
});

export const AUXILIARIES: ReadonlySet<string> = new Set(
  words(
    'is are am was were be been being do does did done has have had having can could will would shall should may might must ought',
  ),
);

const OTHERS: ReadonlySet<string> = new Set(
  words(
    'a an the this that these those there it its itself one ones some any such of at to in on for with by from into onto ' +
      'towards as via and or but if so because then also too very please up down off out about through using between during ' +
      'while more less fewer most mostly least much many few',
  ),
);

const CLASSES = [PERSONS, NEGATIONS, QUANTIFIERS, DIRECTIONS, QUESTIONS, AUXILIARIES, OTHERS];

/** Whether a word in small letters belongs to the grammar. */
export function isGrammar(word: string): boolean {
  return CLASSES.some((each) => each.has(word));
}

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth';

/** "One" is not in it: it is a pronoun more often. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ...words(ones).flatMap((word, at) => (word === 'one' ? [] : [[word, String(at)] as const])),
  ...words(tens).map((word, at) => [word, String(20 + 10 * at)] as const),
  ...words(ordinals).map((word, at) => [word, `${at + 1}th`] as const),
  ['hundred', '100'],
  ['thousand', '1000'],
  ['million', '1000000'],
]);

/** Units that are written in several ways, as the unit and the factor that converts into it. */
export const UNITS: ReadonlyMap<string, readonly [unit: string, factor: number]> = new Map(
  (
    [
      ['s', 1, 's sec secs second seconds'],
      ['s', 0.001, 'ms millisecond milliseconds'],
      ['s', 60, 'min mins minute minutes'],
      ['s', 3600, 'h hr hrs hour hours'],
      ['s', 86_400, 'd day days'],
      ['s', 604_800, 'week weeks'],
      ['B', 1e3, 'kB KB kilobyte kilobytes'],
      ['B', 1e6, 'MB megabyte megabytes'],
      ['B', 1e9, 'GB gigabyte gigabytes'],
      ['%', 1, '% percent'],
      ['€', 1, '€ euro euros EUR eur'],
      ['$', 1, '$ dollar dollars USD usd'],
      ['£', 1, '£ GBP gbp'],
      ['¥', 1, '¥ yen JPY jpy'],
    ] as const
  ).flatMap(([unit, factor, names]) => words(names).map((name) => [name, [unit, factor]] as const)),
);
