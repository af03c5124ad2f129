import type { Thing } from '../lexicon/thing.js';
import type { Unit } from '../lexicon/units.js';

/** One word of a text and what can be said of it without a model. */
export interface Word {
  /** Lower case, accents dropped, straight apostrophes: see `fold`. One form for aliases: "Postgres" is "postgresql". */
  readonly text: string;
  /** Half-open range of UTF-16 units in the text. */
  readonly start: number;
  readonly end: number;
  /** Porter stem of an English word, otherwise `text`; never ''. */
  readonly stem: string;
  /** Carries a topic: not an article, auxiliary, pronoun, preposition, question word or frame ("please tell me"). */
  readonly isContent: boolean;
  /** The value of "3", "three", "third", "1,000", "5k", "$5"; a magnitude ("million") is a number too. */
  readonly number: number | null;
  readonly isOrdinal: boolean;
  /** The digits of "v2.1", "3.10" and "1.2.3" as written, without the v; null for whole numbers without a v. */
  readonly version: string | null;
  /** Of "10MB", "$5" and "5%" on the number; of "10 MB" on the second word. Words away from numbers have none here. */
  readonly unit: Unit | null;
  readonly isNegation: boolean;
  /** Known by its capitals: inside a sentence, all capitals, inner capitals. A first word or a title hides its names. */
  readonly isName: boolean;
  /** Letters joined by signs or digits: "recall.ts", "ERR_CONN", "node.js", "c++", "k8s", also signs and emoji alone. */
  readonly isIdentifier: boolean;
  /** What it is a name of, where the lexicon knows it: "postgres" is one of the databases. */
  readonly thing: Thing | null;
  /** Its opposites and their stems; see `areOpposites`. */
  readonly opposites: ReadonlySet<string> | null;
  /** The lexicon's groups of words that say the same, by stem: "verb 3", "thing 12". */
  readonly groups: readonly string[];
}
