import { VERB_GROUP } from '../lexicon/lexicon.js';
import { areOpposites } from '../lexicon/opposites.js';
import { type Kind, sharedKind } from '../lexicon/thing.js';
import type { Word } from '../meaning/word.js';
import { GENERIC_WORDS, WEAK_WORDS } from './language.js';
import { nameOf, type Statement } from './read-statement.js';
import { compareValues, type ValueComparison } from './values.js';
import { isActionAt, isVerbAt } from './verb-places.js';

/** Two statements laid side by side: what they share, and every difference with its places in the first and the second. */
export interface Comparison {
  readonly values: ValueComparison;
  readonly choices: readonly ChoicePair[];
  readonly opposites: readonly (readonly [number, number])[];
  /** Topics of the first that the second has too; of these, what is no verb. */
  readonly shared: number;
  readonly sharedThings: number;
  /** Topics without a counterpart. Choices that stand on one side only are among them. */
  readonly onlyA: readonly number[];
  readonly onlyB: readonly number[];
  /** Both have verbs of their own and these mean different things. */
  readonly verbsDiffer: boolean;
  /** A lone topic stands right before a shared one and so narrows it: "audit logs" against "logs". */
  readonly isNarrowed: boolean;
}

export interface ChoicePair {
  readonly a: number;
  readonly b: number;
  readonly kind: Kind;
}

export function compareStatements(a: Statement, b: Statement): Comparison {
  const choices = differingChoices(a, b);
  const opposites = oppositions(a, b);
  const decided = new Set(choices.flatMap(({ kind }) => [...kind.labels]));
  const left = sideOf(
    a,
    b,
    new Set(choices.map((pair) => pair.a)),
    new Set(opposites.map(([at]) => at)),
    decided,
  );
  const right = sideOf(
    b,
    a,
    new Set(choices.map((pair) => pair.b)),
    new Set(opposites.map(([, at]) => at)),
    decided,
  );
  const onlyA = [...left.only];
  const onlyB = [...right.only];
  // A common noun alone says nothing; against something else it names another thing.
  if (right.only.length + right.weak.length > 0 || right.hasVerbs) onlyA.push(...left.weak, ...left.labels);
  if (left.only.length + left.weak.length > 0 || left.hasVerbs) onlyB.push(...right.weak, ...right.labels);
  return {
    values: compareValues(a.values, b.values),
    choices,
    opposites,
    shared: Math.min(left.shared, right.shared),
    sharedThings: Math.min(left.things, right.things),
    onlyA,
    onlyB,
    verbsDiffer: left.hasVerbs && right.hasVerbs,
    isNarrowed: left.isNarrowed || right.isNarrowed,
  };
}

const NONE: ReadonlySet<number> = new Set();
const NO_STEMS: ReadonlySet<string> = new Set();

interface Side {
  shared: number;
  things: number;
  only: number[];
  weak: number[];
  /** Topics that only name the purpose of a differing choice: they meet any other such word. */
  labels: number[];
  hasVerbs: boolean;
  isNarrowed: boolean;
}

function sideOf(
  own: Statement,
  other: Statement,
  differing: ReadonlySet<number>,
  opposed: ReadonlySet<number>,
  decided: ReadonlySet<string>,
): Side {
  const { words } = own;
  const side: Side = {
    shared: 0,
    things: 0,
    only: [],
    weak: [],
    labels: [],
    hasVerbs: false,
    isNarrowed: false,
  };
  const matched = new Set<number>();
  const absorbed = own.values.length + differing.size === 0 ? NONE : absorbedBy(own, differing);
  const purposes = own.choices.length * other.choices.length === 0 ? NO_STEMS : purposesOf(own, other);
  for (const [topic, at] of own.topics.entries()) {
    const { stem, text } = words[at]!;
    if (opposed.has(at)) continue;
    const isVerb = isVerbAt(words, at);
    if (hasCounterpart(own, topic, other)) {
      matched.add(at);
      side.shared += 1;
      if (!isVerb) side.things += 1;
    } else if (absorbed.has(at)) side.weak.push(at);
    else if (decided.has(stem)) side.labels.push(at);
    else if (isVerb) side.hasVerbs = true;
    else if (purposes.has(stem) || (WEAK_WORDS.has(text) && !isCompound(words, at))) side.weak.push(at);
    else side.only.push(at);
  }
  for (const at of own.choices) {
    if (differing.has(at)) continue;
    if (hasChoice(other, words[at]!)) {
      side.shared += 1;
      side.things += 1;
      matched.add(at);
    } else side.only.push(at);
  }
  side.isNarrowed = side.only.some((at) => matched.has(at + 1) && !isVerbAt(words, at + 1));
  return side;
}

/** "user" in "the user service" tells which service. */
function isCompound(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return next?.isContent === true && !GENERIC_WORDS.has(next.text) && !isVerbAt(words, at + 1);
}

/** Stems that name what the choices of both are made for. Loops, as every pair of an audit is asked. */
function purposesOf(a: Statement, b: Statement): Set<string> {
  const purposes = new Set<string>();
  for (const one of a.choices) {
    for (const { name, labels } of a.words[one]!.thing!.kinds) {
      if (!b.choices.some((other) => b.words[other]!.thing!.kinds.some((kind) => kind.name === name)))
        continue;
      for (const label of labels) purposes.add(label);
    }
  }
  return purposes;
}

/** Words right behind a differing choice or a number belong to it: "Zustand stores", "20 items". */
function absorbedBy({ topics, values }: Statement, differing: ReadonlySet<number>): Set<number> {
  const absorbed = new Set<number>();
  const counts = values.filter(({ dimension }) => dimension === 'count').map(({ last }) => last);
  for (const last of [...differing, ...counts]) {
    for (let at = last + 1; topics.includes(at); at++) absorbed.add(at);
  }
  return absorbed;
}

function hasChoice({ keys }: Statement, choice: Word): boolean {
  return keys.has(nameOf(choice));
}

/** The same name, a synonym, or a verb of the same group where both stand as verbs. `topic` counts the topics of `own`. */
function hasCounterpart(own: Statement, topic: number, other: Statement): boolean {
  const at = own.topics[topic]!;
  const [name, ...groups] = own.topicKeys[topic]!;
  if (other.keys.has(name!)) return true;
  return groups.some((group) => {
    if (!other.keys.has(group)) return false;
    if (!group.startsWith(VERB_GROUP)) return true;
    return (
      isActionAt(own.words, at) &&
      other.words.some(({ groups }, place) => groups.includes(group) && isActionAt(other.words, place))
    );
  });
}

/** Pairs of choices that exclude one another, each choice once; things that both name are no difference. */
function differingChoices(a: Statement, b: Statement): ChoicePair[] {
  const free = b.choices.filter((at) => !hasChoice(a, b.words[at]!));
  const pairs: ChoicePair[] = [];
  for (const one of a.choices) {
    if (hasChoice(b, a.words[one]!)) continue;
    for (const [place, other] of free.entries()) {
      const kind = sharedKind(a.words[one]!.thing, b.words[other]!.thing);
      if (kind?.role !== 'choice') continue;
      pairs.push({ a: one, b: other, kind });
      free.splice(place, 1);
      break;
    }
  }
  return pairs;
}

/** Pairs of places: a word only the first has, and its opposite, which only the second has. */
function oppositions(a: Statement, b: Statement): [number, number][] {
  const found: [number, number][] = [];
  const own = missing(a, b);
  const others = own.length === 0 ? own : missing(b, a);
  for (const at of own) {
    const place = others.findIndex((other) => areOpposites(a.words[at]!, b.words[other]!));
    if (place >= 0) found.push([at, others.splice(place, 1)[0]!]);
  }
  return found;
}

/** A loop, because this is asked of every pair of an audit. */
function missing({ words, opposable }: Statement, { keys }: Statement): number[] {
  const places: number[] = [];
  for (const at of opposable) if (!keys.has(nameOf(words[at]!))) places.push(at);
  return places;
}
