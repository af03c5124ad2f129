/** Words that count something off or bound it: one on one side only makes another question. Each with what it says. (CC0) */
export const MARKS: ReadonlyMap<string, string> = byWord({
  all: 'all entire whole every everything everyone everybody',
  each: 'each per apiece',
  any: 'any anything anyone anybody',
  only: 'only solely merely exclusively just',
  single: 'single',
  both: 'both',
  either: 'either',
  more: 'more',
  most: 'most',
  less: 'less fewer',
  least: 'least fewest',
  same: 'same identical',
  other: 'other another others else different',
  own: 'own',
  few: 'few',
  several: 'several multiple many',
  again: 'again',
  still: 'still',
  already: 'already',
  always: 'always',
  sometimes: 'sometimes',
  except: 'except besides excluding unless',
  instead: 'instead',
  than: 'than',
  he: 'he',
  him: 'him',
  his: 'his',
  she: 'she',
  her: 'her hers',
  this: 'this these',
});

/** Marks that one wording has and another does without: they only count where the other side has a mark of its own. */
export const FREE_MARKS: ReadonlySet<string> = new Set(['any', 'both', 'again', 'still', 'already', 'than']);

/** Words behind which a thing has its part in what is asked. Those of one line say much the same. */
export const ROLES: ReadonlyMap<string, string> = byWord({
  from: 'from off',
  to: 'to into onto towards toward',
  over: 'over above',
  under: 'under below beneath',
  before: 'before until till',
  after: 'after since',
  against: 'against',
  by: 'by',
  without: 'without',
  between: 'between among versus vs',
  during: 'during while',
  through: 'through via',
  like: 'like',
  for: 'for',
  as: 'as',
  than: 'than',
  of: 'of',
  with: 'with using',
  in: 'in on at within inside',
  about: 'about regarding concerning',
});

/** Roles between which nobody has to choose: "files in a folder", "the files of a folder", "Redis for Node". */
export const NEUTRAL_ROLES: ReadonlySet<string> = new Set([
  '',
  'of',
  'in',
  'with',
  'about',
  'for',
  'between',
  'as',
  'through',
  'like',
]);

/** Words of courtesy, and what stands for the question itself: alone on one side they change nothing. (CC0) */
export const LIGHT: ReadonlySet<string> = new Set(
  `please pls plz kindly thanks thank thx hi hello hey dear sorry excuse ok okay
  know wonder wondering ask asking want need needed wish trying try tried someone somebody person thing things stuff something
  way ways possible mean means meaning meant definition term get gets getting got find see say calculate compute determine
  actually really basically simply currently now exactly question situated located`.split(/\s+/),
);

/** Requests: light where they open a sentence, words like others elsewhere ("list the planets", "to list files"). (CC0) */
export const REQUESTS: ReadonlySet<string> = new Set(
  'tell show give explain describe define list name state provide help answer'.split(' '),
);

/** Praise of a way, not of a thing: "the best way to". */
export const PRAISE: ReadonlySet<string> = new Set(
  'good best better easiest easy fastest quickest simplest right proper'.split(' '),
);

/** Whose place in a sentence ends what a preposition began. */
export const ENDS_ROLE: ReadonlySet<string> = new Set(
  'is are was were am be been do does did can could will would shall should must may might has have had i you we they he she it how what which who whom whose when where why that if whether because so but then'.split(
    ' ',
  ),
);

/** Each word of the lines with the name of its line. */
export function byWord(lines: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(
    Object.entries(lines).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind] as const)),
  );
}
