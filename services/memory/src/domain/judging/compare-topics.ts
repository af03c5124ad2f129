import { VERB_GROUP } from '../lexicon/lexicon.js';
import { type Kind, sharedKind } from '../lexicon/thing.js';
import type { Word } from '../meaning/word.js';
import { GENERIC_WORDS, WEAK_WORDS } from './language.js';
import type { Opposition } from './opposites.js';
import type { Choice, Statement } from './read-statement.js';

/** What two statements speak of, beside what they say of it. */
export interface TopicComparison {
  /** Topics of the first that the second has too. */
  readonly shared: number;
  /** Of these, what is no verb. */
  readonly sharedThings: number;
  /** Places of topics without a counterpart. Choices that stand on one side only are among them. */
  readonly onlyA: readonly number[];
  readonly onlyB: readonly number[];
  /** Both have verbs of their own and these mean different things. */
  readonly verbsDiffer: boolean;
  /** A lone topic stands right before a shared one and so narrows it: "audit logs" against "logs". */
  readonly isNarrowed: boolean;
}

/** Nouns that only name the kind of a value. */
const VALUE_LABELS: Readonly<Record<string, RegExp>> = {
  weekday: /^days?$/,
  clock: /^times?$/,
  time: /^(?:time|period|duration)$/,
  interval: /^(?:interval|period|frequency)$/,
  size: /^(?:size|space)$/,
};
/** Words that stand between a subject and its verb, or before a verb. */
const BEFORE_VERB =
  /^(?:is|are|was|were|be|been|being|must|should|shall|may|can|could|will|would|to|not|never|no|always|also|we|i|you|they|he|she|it|who|that|which|don't|only|longer|has|have|had|let|please|do|does|and|usually|now|automatically|always|first)$/;
const ARTICLE = /^(?:the|a|an|our|every|each|all|of)$/;
const AFTER_VERB =
  /^(?:in|on|at|by|with|to|from|as|for|after|before|the|a|an|our|all|every|each|any|via|using|through|into|over|only|no|not|up|per|against|until|within|first|last|daily|weekly|together)$/;

/** Differences already found: their words need no counterpart. */
export interface Known {
  readonly choices: readonly ChoicePair[];
  readonly oppositions: readonly Opposition[];
}

export function compareTopics(a: Statement, b: Statement, known: Known): TopicComparison {
  const decided = new Set(known.choices.flatMap(({ kind }) => [...kind.labels]));
  const left = sideOf(a, b, {
    choices: new Set(known.choices.map((pair) => pair.a)),
    opposed: new Set(known.oppositions.map((pair) => pair.a)),
    decided,
  });
  const right = sideOf(b, a, {
    choices: new Set(known.choices.map((pair) => pair.b)),
    opposed: new Set(known.oppositions.map((pair) => pair.b)),
    decided,
  });
  const onlyA = [...left.only];
  const onlyB = [...right.only];
  // A common noun alone says nothing; against something else it names another thing.
  if (right.only.length + right.weak.length > 0) onlyA.push(...left.weak, ...left.labels);
  if (left.only.length + left.weak.length > 0) onlyB.push(...right.weak, ...right.labels);
  return {
    shared: Math.min(left.shared, right.shared),
    sharedThings: Math.min(left.things, right.things),
    onlyA,
    onlyB,
    verbsDiffer: left.verbs.length > 0 && right.verbs.length > 0,
    isNarrowed: left.isNarrowed || right.isNarrowed,
  };
}

interface Side {
  shared: number;
  things: number;
  only: number[];
  weak: number[];
  /** Topics that only name the purpose of a differing choice: they meet any other such word. */
  labels: number[];
  verbs: number[];
  isNarrowed: boolean;
}

interface KnownSide {
  readonly choices: ReadonlySet<Choice>;
  readonly opposed: ReadonlySet<number>;
  /** Stems that name the purpose of a differing choice. */
  readonly decided: ReadonlySet<string>;
}

function sideOf(own: Statement, other: Statement, { choices, opposed, decided }: KnownSide): Side {
  const side: Side = { shared: 0, things: 0, only: [], weak: [], labels: [], verbs: [], isNarrowed: false };
  const matched = new Set<number>();
  const absorbed = absorbedBy(own, choices);
  const labels = purposesOf(own, other);
  for (const [topic, at] of own.topics.entries()) {
    const word = own.words[at]!;
    if (opposed.has(at)) continue;
    if (hasCounterpart(own, topic, other)) {
      matched.add(at);
      side.shared += 1;
      if (!isVerbAt(own.words, at)) side.things += 1;
    } else if (absorbed.has(at)) side.weak.push(at);
    else if (decided.has(word.stem)) side.labels.push(at);
    else if (isVerbAt(own.words, at)) side.verbs.push(at);
    else if (labels.has(word.stem)) side.weak.push(at);
    else if (WEAK_WORDS.has(word.text) && !isCompound(own.words, at)) side.weak.push(at);
    else side.only.push(at);
  }
  for (const choice of own.choices) {
    if (choices.has(choice)) continue;
    if (hasChoice(other, choice)) {
      side.shared += 1;
      side.things += 1;
      matched.add(choice.at);
    } else side.only.push(choice.at);
  }
  side.isNarrowed = side.only.some((at) => matched.has(at + 1) && !isVerbAt(own.words, at + 1));
  return side;
}

/** "user" in "the user service" tells which service. */
function isCompound(words: readonly Word[], at: number): boolean {
  const next = words[at + 1];
  return next?.isContent === true && !GENERIC_WORDS.has(next.text) && !isVerbAt(words, at + 1);
}

/** Stems that name what the choices of both are made for. */
function purposesOf(a: Statement, b: Statement): Set<string> {
  const stems = new Set<string>();
  for (const { thing } of a.choices) {
    for (const { name, labels } of thing.kinds) {
      const isShared = b.choices.some((choice) => choice.thing.kinds.some((other) => other.name === name));
      if (isShared) for (const stem of labels) stems.add(stem);
    }
  }
  return stems;
}

/** Words right behind a differing choice or a number belong to it: "Zustand stores", "20 items". */
function absorbedBy(statement: Statement, choices: ReadonlySet<Choice>): Set<number> {
  const absorbed = new Set<number>();
  const numbers = statement.values.filter(({ dimension }) => dimension === 'count');
  for (const last of [...[...choices].map(({ at }) => at), ...numbers.map(({ last }) => last)]) {
    for (let at = last + 1; statement.topics.includes(at); at++) absorbed.add(at);
  }
  for (const { dimension } of statement.values) {
    for (const at of statement.topics) {
      if (VALUE_LABELS[dimension]?.test(statement.words[at]!.text) === true) absorbed.add(at);
    }
  }
  return absorbed;
}

function hasChoice(statement: Statement, choice: Choice): boolean {
  return (
    statement.choices.some(({ thing }) => thing.name === choice.thing.name) ||
    statement.words.some(({ stem }) => stem === choice.thing.name)
  );
}

/** The same stem, a synonym, or a verb of the same group where both stand as verbs. `topic` counts the topics of `own`. */
function hasCounterpart(own: Statement, topic: number, other: Statement): boolean {
  const at = own.topics[topic]!;
  const { stem, text } = own.words[at]!;
  if (other.stems.has(stem)) return !isTaken(own, at, other) || hasText(other, stem, text);
  for (const key of own.topicKeys[topic]!) {
    if (!other.keys.has(key)) continue;
    if (!key.startsWith(VERB_GROUP)) return true;
    if (isActionAt(own.words, at) && hasAction(other, key)) return true;
  }
  return false;
}

/** "logs of the logging library": where "logging" meets "logging", "logs" meets nothing. */
function isTaken({ topics, words }: Statement, at: number, other: Statement): boolean {
  const { stem } = words[at]!;
  return topics.some(
    (topic) => topic !== at && words[topic]!.stem === stem && hasText(other, stem, words[topic]!.text),
  );
}

function hasText({ words }: Statement, stem: string, text: string): boolean {
  return words.some((word) => word.stem === stem && word.text === text);
}

function hasAction({ words }: Statement, group: string): boolean {
  return words.some(({ groups }, place) => groups.includes(group) && isActionAt(words, place));
}

/** Nouns for what a verb of their group does: "log retention" and "logs are kept". */
const ACTIONS =
  /^(?:retention|expiry|expiration|lifetime|validity|ttl|execution|deployment|orchestration|communication|storage|rollout|installation|lead|owner)$/;

function isActionAt(words: readonly Word[], at: number): boolean {
  return ACTIONS.test(words[at]!.text) || isVerbAt(words, at);
}

/** Verbs that open an instruction; other listed words in that place may be nouns: "report service", "login events". */
const OPENING =
  /^(?:keep|write|run|send|put|create|make|remove|delete|deploy|install|execute|serve|hold|build|show|display|generate|collect|deliver|sign|sort|drop|retain|save|locate|write|perform|start|begin|hash|encrypt|pay|enter|bundle|style|wear|eat|drink)$/;

/** Whether a listed verb stands where a verb stands: "orders" in "the orders table" does not. */
export function isVerbAt(words: readonly Word[], at: number): boolean {
  const { text, groups } = words[at]!;
  if (!groups.some((group) => group.startsWith(VERB_GROUP))) return false;
  const before = words[at - 1]?.text;
  const after = words[at + 1]?.text;
  if (before === undefined) return OPENING.test(text);
  if (BEFORE_VERB.test(before) || (/^(?:gets?|got)$/.test(before) && text.endsWith('ed'))) return true;
  if (ARTICLE.test(before) || after === undefined) return false;
  return AFTER_VERB.test(after) || words[at + 1]!.number !== null;
}

export interface ChoicePair {
  readonly a: Choice;
  readonly b: Choice;
  readonly kind: Kind;
}

/** Pairs of choices that exclude one another, each choice once; things that both name are no difference. */
export function differingChoices(a: Statement, b: Statement): ChoicePair[] {
  const ownA = a.choices.filter((choice) => !hasChoice(b, choice));
  const ownB = b.choices.filter((choice) => !hasChoice(a, choice));
  const pairs: ChoicePair[] = [];
  const used = new Set<Choice>();
  for (const one of ownA) {
    for (const other of ownB) {
      const kind = sharedKind(one.thing, other.thing);
      if (kind?.role !== 'choice' || used.has(one) || used.has(other)) continue;
      pairs.push({ a: one, b: other, kind });
      used.add(one).add(other);
    }
  }
  return pairs;
}
