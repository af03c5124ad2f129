import { adversarialInputs } from './hurting-texts.mjs';

/**
 * Measures patterns in a separate process, whose CPU time belongs to the patterns only and which can be stopped during a match.
 * It receives {id, source, flags, longest}, reports each text before the match, and then the result of the pattern.
 */

const SHORT = 4_096;
const LONG = 32_768;
/** Ratio for a text of 8 times the length: more than linear (8), less than quadratic (64). */
const GROWTH = 24;
/** Microseconds of the short text below which quadratic time for the long text is under 1/30 s. */
const NOTHING = 500;
/** Time limit in microseconds for the longest text of a pattern with bounded texts. */
const ENOUGH = 100_000;

process.once('message', async (patterns) => {
  for (const { id, source, flags, longest } of patterns) {
    const matcher = new RegExp(source, flags);
    search(matcher, 'a 0-\n'); // compiled from here on
    let fault = null;
    for (const [name, text] of adversarialInputs(source, flags)) {
      await report({ trying: id, text: name });
      const found = longest === undefined ? growthFault(matcher, text) : boundFault(matcher, text(longest));
      if (found === null) continue;
      fault = { text: name, found };
      break;
    }
    await report({ done: id, fault });
  }
  process.disconnect();
});

/** Writes synchronously: a queued message would not be sent during a match. */
const report = (message) => new Promise((resolve) => process.send(message, resolve));

function growthFault(matcher, text) {
  if (leastTime(matcher, text(64), 3) > ENOUGH) return `${ENOUGH / 1000} ms for 64 characters`;
  const short = leastTime(matcher, text(SHORT), 3);
  if (short < NOTHING) return null;
  const long = leastTime(matcher, text(LONG), 1);
  if (long <= GROWTH * short) return null;
  // CPU time excludes other work of the machine.
  const again = Math.min(long, leastTime(matcher, text(LONG), 1));
  if (again <= GROWTH * leastTime(matcher, text(SHORT), 5)) return null;
  return `${milliseconds(short)} for ${SHORT} characters, ${milliseconds(long)} for ${LONG}`;
}

function boundFault(matcher, text) {
  const time = leastTime(matcher, text, 3);
  return time <= ENOUGH ? null : `${milliseconds(time)} for ${text.length} characters`;
}

const milliseconds = (microseconds) => `${(microseconds / 1000).toFixed(1)} ms`;

/** Returns the minimum CPU time of several runs in microseconds. */
function leastTime(matcher, text, runs) {
  let least = Infinity;
  for (let run = 0; run < runs && least > NOTHING / 2; run += 1) {
    const before = process.cpuUsage();
    search(matcher, text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/** Runs a pattern as the sources do: all matches of a global pattern, token by token for a sticky one, else the first match. */
function search(matcher, text) {
  if (matcher.sticky) {
    let read = 0;
    for (const { index } of text.matchAll(TOKEN_STARTS)) {
      if (index < read) continue;
      matcher.lastIndex = index;
      if (matcher.test(text)) read = matcher.lastIndex;
    }
  } else if (matcher.global) text.replace(matcher, '');
  else matcher.exec(text);
}

const TOKEN_STARTS = /[\p{L}\p{M}]+|\p{N}+|\s+|[^\p{L}\p{M}\p{N}\s]/gu;
