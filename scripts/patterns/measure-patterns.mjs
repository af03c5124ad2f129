import { hurtingTexts } from './hurting-texts.mjs';

/**
 * Measures patterns in a process of its own, whose processor time is theirs alone and which can be ended in the middle
 * of a match. Gets a list of {id, source, flags}; says which text it is about to try, then what each pattern did.
 */

/** A quadratic pattern takes over 100 times as long for 16 times the text, a linear one 16 times. */
const SHORT = 4096;
const LONG = 65_536;
/** Below this many microseconds for the short text, the square of 16 is still under an eighth of a second. */
const NOTHING = 500;
/** So many times as long for 16 times the text is more than linear. */
const GROWTH = 60;

process.once('message', async (patterns) => {
  for (const { id, source, flags } of patterns) {
    const faults = [];
    const matcher = new RegExp(source, flags);
    for (const [name, text] of hurtingTexts(source, flags)) {
      await tell({ trying: id, text: name });
      const short = leastTime(matcher, text(64), 1) > 20_000 ? Infinity : leastTime(matcher, text(SHORT), 3);
      if (short < NOTHING) continue;
      const long = short === Infinity ? Infinity : leastTime(matcher, text(LONG), 1);
      if (long > GROWTH * short || short === Infinity) {
        faults.push({ text: name, milliseconds: Math.round(long / 1000) });
        break;
      }
    }
    await tell({ id, faults });
  }
  process.disconnect();
});

/** Says it before going on: what is only queued would not be heard while a match runs. */
const tell = (message) => new Promise((resolve) => process.send(message, resolve));

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

/** As the pattern is used: all matches of a global one; a sticky one tried token by token, as readers do; else the first. */
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
