import type { Choice } from '../choice-model.js';

/** The parts of a server's response that are read; each of them can be missing. */
interface Completion {
  choices?: { message?: { content?: string | null }; logprobs?: { content?: Token[] | null } | null }[];
}
interface Token {
  token?: string;
  logprob?: number;
  top_logprobs?: Token[] | null;
}

/** Minimum probability of all choices together for the probabilities to be used. */
const MIN_MASS = 0.5;

/**
 * Reads the choice from a completion, `{"answer": "..."}` with or without a code fence, and its probability
 * if the server returns token probabilities. Throws if it is not one of the choices. The error message does
 * not contain the response: a judged text could have dictated it, and others read the message.
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

/** Returns the probabilities of the choices, from the alternatives of the word's first token. */
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

/** Returns the part of the token before the word, if the word starts in it; otherwise null. */
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
    const wordStart = token.slice(lead.length).replace(/".*$/s, '');
    const at = choices.findIndex((choice) => wordStart !== '' && choice.startsWith(wordStart));
    if (at !== -1) masses[at]! += Math.exp(logprob);
  }
  const mass = masses.reduce((sum, each) => sum + each, 0);
  return mass >= MIN_MASS && mass < 1.01 ? masses.map((each) => each / mass) : null;
}
