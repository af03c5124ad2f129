import type { Hold } from './mouth/holds.js';
import type { Utterance } from './mouth/utterance.js';
import type { TimeRange } from './time-range.js';

/** Lips that touch, then silence, then lips on teeth, then stressed vowels. */
export function mustBeSeen(utterances: readonly Utterance[]): TimeRange[][] {
  const holds = utterances.flatMap(({ holds }) => holds);
  const silences = utterances.slice(1).map(({ start }, i) => {
    const middle = (utterances[i]!.end + start) / 2;
    return { start: middle, end: middle };
  });
  const cores = (wanted: (hold: Hold) => boolean) => holds.filter(wanted).flatMap(({ cores }) => cores);
  return [
    cores(({ manner }) => manner === 'lips'),
    silences,
    cores(({ manner }) => manner === 'teeth'),
    cores(({ stress }) => stress > 0),
  ];
}
