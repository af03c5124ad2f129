import { stemWord } from '../../retrieval/text/stem-word.js';

/** Verbs that want an end to what follows: "stop laughing" is not "laughing". Written for this project (CC0). */
export const ENDING_VERBS: ReadonlySet<string> = withStems(
  'stop stopping stopped quit quitting avoid avoiding prevent preventing forbid prohibit ban refuse skip uninstall',
);

/** Words by which a text without an ending verb may want the same end: "get over", "give up", "against". (CC0) */
export const OTHER_ENDINGS: ReadonlySet<string> = withStems(
  `end cease cancel eliminate remove rid reduce lessen delete erase overcome cure heal fix treat handle solve cope combat
  fight beat battle control conquer lose losing drop leave give over against away out ignore lack fail escape break kill
  destroy less lower cut resist relieve remedy repair recover disable block suppress revoke clear clean shed deal
  manage restrain limit allow banned off`,
);

function withStems(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).flatMap((word) => [word, stemWord(word) || word]));
}
