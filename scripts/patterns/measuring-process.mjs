import { adversarialInputs } from './hurting-texts.mjs';

/**
 * Measures patterns in a process of its own, whose processor time is theirs alone and which can be ended in the middle of a
 * match. Gets {id, source, flags, longest}; says which text it is about to try, then what came of each pattern.
 */

const SHORT = 4_096;
const LONG = 32_768;
/** So many times as long for 8 times the text is more than linear (8), and less than its square (64). */
const GROWTH = 24;
/** Microseconds of the short text, below which the square for the long one is still under a thirtieth of a second. */
const NOTHING = 500;
/** Microseconds that a pattern may take for the longest text it meets, where that is bounded. */
const ENOUGH = 100_000;

process.once('message', async (patterns) => {
  for (const { id, source, flags, longest } of patterns) {
    const matcher = new RegExp(source, flags);
    search(matcher, 'a 0-\n'); // compiled from here on
    let fault = null;
    for (const [name, text] of adversarialInputs(source, flags)) {
      await tell({ trying: id, text: name });
      const found = longest === undefined ? growthFault(matcher, text) : boundFault(matcher, text(longest));
      if (found === null) continue;
      fault = { text: name, found };
      break;
    }
    await tell({ done: id, fault });
  }
  process.disconnect();
});

/** Says it before going on: what is only queued would not be heard while a match runs. */
const tell = (message) => new Promise((resolve) => process.send(message, resolve));

function growthFault(matcher, text) {
  if (leastTime(matcher, text(64), 3) > ENOUGH) return `${ENOUGH / 1000} ms for 64 characters`;
  const short = leastTime(matcher, text(SHORT), 3);
  if (short < NOTHING) return null;
  const long = leastTime(matcher, text(LONG), 1);
  if (long <= GROWTH * short) return null;
  // Whatever else the machine did was not the pattern.
  const again = Math.min(long, leastTime(matcher, text(LONG), 1));
  if (again <= GROWTH * leastTime(matcher, text(SHORT), 5)) return null;
  return `${milliseconds(short)} for ${SHORT} characters, ${milliseconds(long)} for ${LONG}`;
}

function boundFault(matcher, text) {
  const time = leastTime(matcher, text, 3);
  return time <= ENOUGH ? null : `${milliseconds(time)} for ${text.length} characters`;
}

const milliseconds = (microseconds) => `${(microseconds / 1000).toFixed(1)} ms`;

/** The least processor time of some runs, in microseconds. */
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

/** As patterns are used: all matches of a global one; a sticky one tried token by token, as readers do; else the first. */
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
