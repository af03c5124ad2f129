import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTagger, readTaggerTables, type Tagger } from './tagger.js';

let tagger: Tagger;
beforeAll(async () => {
  const modelDir = fileURLToPath(new URL('../../../../../../models/hibari-heart', import.meta.url));
  tagger = createTagger(await readTaggerTables(modelDir));
});

/** Sentences as "word/TAG word/TAG" with correct tags. */
const SENTENCES = [
  'She/PRP will/MD read/VB the/DT minute/NN details/NNS ./.',
  'I/PRP have/VBP read/VBN the/DT book/NN ./.',
  'I/PRP read/VBD it/PRP yesterday/NN ./.',
  "He/PRP shed/VBD a/DT tear/NN and/CC wo/MD n't/RB tear/VB the/DT paper/NN ./.",
  'They/PRP refuse/VBP to/TO take/VB the/DT refuse/NN ./.',
  "John/NNP 's/POS dog/NN barked/VBD loudly/RB ./.",
  'We/PRP live/VBP in/IN a/DT live/JJ house/NN ./.',
  'The/DT wind/NN will/MD wind/VB down/RP ./.',
  'In/IN 1984/CD she/PRP bought/VBD 3/CD old/JJ cars/NNS ./.',
  'Who/WP is/VBZ the/DT tallest/JJS person/NN here/RB ?/.',
];

describe('the tagger', () => {
  it.each(SENTENCES)('%s', (sentence) => {
    const words = sentence.split(' ').map((pair) => pair.slice(0, pair.lastIndexOf('/')));
    expect(
      tagger
        .tag(words)
        .map((tag, i) => `${words[i]!}/${tag}`)
        .join(' '),
    ).toBe(sentence);
  });

  it('accepts an empty list and any words', () => {
    expect(tagger.tag([])).toEqual([]);
    expect(tagger.tag(['', '\u0000', '😀', '-'])).toHaveLength(4);
  });
});
