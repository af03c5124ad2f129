import { VERB_GROUP } from '../lexicon/lexicon.js';
import type { Word } from '../meaning/word.js';

/** Words that stand between a subject and its verb, or before a verb. */
const BEFORE_VERB =
  /^(?:is|are|was|were|be|been|being|must|should|shall|may|can|could|will|would|to|not|never|no|always|also|we|i|you|they|he|she|it|who|that|which|don't|only|longer|has|have|had|let|please|do|does|and|usually|now|automatically|first)$/;
const ARTICLE = /^(?:the|a|an|our|every|each|all|of)$/;
const AFTER_VERB =
  /^(?:in|on|at|by|with|to|from|as|for|after|before|the|a|an|our|all|every|each|any|via|using|through|into|over|only|no|not|up|per|against|until|within|first|last|daily|weekly|together)$/;
/** Verbs that open an instruction; other listed words in that place may be nouns: "report service", "login events". */
const OPENING =
  /^(?:keep|write|run|send|put|create|make|remove|delete|deploy|install|execute|serve|hold|build|show|display|generate|collect|deliver|sign|sort|drop|retain|save|locate|perform|start|begin|hash|encrypt|pay|enter|bundle|style|wear|eat|drink)$/;
/** Nouns for what a verb of their group does: "log retention" and "logs are kept". */
const ACTIONS =
  /^(?:retention|expiry|expiration|lifetime|validity|ttl|execution|deployment|orchestration|communication|storage|rollout|installation|lead|owner)$/;
/** Those who do it: "maintainers" manage, "developers" write. */
const DOER = /(?:er|or)s?$/;

/** Whether a listed verb stands where a verb stands: "orders" in "the orders table" does not. */
export function isVerbAt(words: readonly Word[], at: number): boolean {
  const { text, groups } = words[at]!;
  if (!groups.some((group) => group.startsWith(VERB_GROUP)) || DOER.test(text)) return false;
  const before = words[at - 1]?.text;
  const after = words[at + 1]?.text;
  if (before === undefined) return OPENING.test(text);
  if (BEFORE_VERB.test(before)) return true;
  if (ARTICLE.test(before) || after === undefined) return false;
  return AFTER_VERB.test(after) || words[at + 1]!.number !== null;
}

/** Whether it is said there what verbs of its groups say: as a verb, or as the noun for it. */
export function isActionAt(words: readonly Word[], at: number): boolean {
  return ACTIONS.test(words[at]!.text) || isVerbAt(words, at);
}
