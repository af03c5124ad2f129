import type { Choice } from '../../ports/choice-model.js';

/** As far as it is read of what a server answers; anything may be missing. */
interface Completion {
  choices?: { message?: { content?: string | null }; logprobs?: { content?: Token[] | null } | null }[];
}
interface Token {
  token?: string;
  logprob?: number;
  top_logprobs?: Token[] | null;
}

/** Part of the probability that has to be on the choices for them to be measured by it. */
const MIN_MASS = 0.5;

/**
 * The choice of a completion, `{"answer": "..."}` alone or within a fence, and how probable each was where the server tells
 * the probabilities of its tokens. Throws where it is none of the choices; nothing of the answer stands in the message, which
 * others get to read: a text that was asked about may have told the model what to say.
 */
export function readChoice(text: string, choices: readonly string[]): Choice {
  const { message, logprobs } = parse(text)?.choices?.[0] ?? {};
  const content = message?.content ?? '';
  const [, answer] = ANSWER.exec(content) ?? [];
  const chosen = choices.indexOf(answer ?? '');
  if (chosen === -1)
    throw new Error(
      `Expected one of ${choices.join(', ')} as the answer, received ${content === '' ? 'nothing' : `${content.length} characters of something else`}`,
    );
  const measured = measure(logprobs?.content ?? [], choices);
  return measured === null
    ? { probabilities: choices.map((_, at) => (at === chosen ? 1 : 0)), isMeasured: false }
    : { probabilities: measured, isMeasured: true };
}

function parse(text: string): Completion | null {
  try {
    return JSON.parse(text) as Completion | null;
  } catch {
    throw new Error('Expected JSON, received something else');
  }
}

const ANSWER =
  /^\s{0,9}(?:```(?:json)?\s{1,9})?\{\s{0,9}"answer"\s{0,9}:\s{0,9}"(\w{1,20})"\s{0,9}\}(?:\s{1,9}```)?\s{0,9}$/;
const BEFORE_WORD = /"answer"\s{0,9}:\s{0,9}"$/;

/** Of the token with which the word begins: what else stood there instead, and how probable it was. */
function measure(tokens: readonly Token[], choices: readonly string[]): number[] | null {
  let before = '';
  for (const { token = '', logprob, top_logprobs } of tokens.slice(0, 40)) {
    const lead = leadOf(before, token);
    if (lead !== null) {
      const others = (top_logprobs ?? []).filter((each) => each.token !== token);
      return shares([{ token, ...(logprob === undefined ? {} : { logprob }) }, ...others], lead, choices);
    }
    before += token;
  }
  return null;
}

/** What of the token stands before the word, where the word begins in it; otherwise null. */
function leadOf(before: string, token: string): string | null {
  for (let length = 0; length < Math.min(token.length, 20); length++) {
    if (BEFORE_WORD.test((before + token.slice(0, length)).slice(-40))) return token.slice(0, length);
  }
  return null;
}

function shares(tokens: readonly Token[], lead: string, choices: readonly string[]): number[] | null {
  const masses = choices.map(() => 0);
  for (const { token = '', logprob = Number.NEGATIVE_INFINITY } of tokens) {
    if (!token.startsWith(lead) || token.length === lead.length) continue;
    const begun = token.slice(lead.length).replace(/".*$/s, '');
    const at = choices.findIndex((choice) => begun !== '' && choice.startsWith(begun));
    if (at !== -1) masses[at]! += Math.exp(logprob);
  }
  const mass = masses.reduce((sum, each) => sum + each, 0);
  return mass >= MIN_MASS && mass < 1.01 ? masses.map((each) => each / mass) : null;
}
