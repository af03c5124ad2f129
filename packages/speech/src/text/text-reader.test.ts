import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClauseCutter } from './clause-cutter.js';
import { prepareText, type ReadingOptions } from './prepared-text.js';
import { createTextReader, type ReadSentence, type TextReader } from './text-reader.js';
import { TextRefusal } from './text-refusal.js';

const MODEL_DIR = fileURLToPath(new URL('../../../../models/hibari-heart', import.meta.url));
const VOCABULARY = new Set(
  Object.keys(JSON.parse(readFileSync(`${MODEL_DIR}/vocab.json`, 'utf8')) as object),
);

let reader: TextReader;
beforeAll(async () => {
  reader = await createTextReader(MODEL_DIR);
});
afterAll(() => reader.close());

function table(name: string): string[][] {
  return readFileSync(new URL(`../../fixtures/text/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.split('\t').map((cell) => cell.replaceAll('\\n', '\n')));
}

async function read(text: string, options?: ReadingOptions): Promise<ReadSentence[]> {
  const sentences: ReadSentence[] = [];
  for await (const sentence of reader.sentences(text, options)) sentences.push(sentence);
  return sentences;
}

const spoken = (sentences: ReadSentence[]): string =>
  sentences.map(({ words }) => words.map(({ text }) => text).join(' ')).join(' | ');

const phonemesBetween = (sentences: ReadSentence[], from: number, to: number): string =>
  sentences
    .flatMap(({ words, spans, phonemes }) =>
      words
        .map((word, i) => ({ word, sound: phonemes.slice(spans[i]!.start, spans[i]!.end) }))
        .filter(({ word }) => word.charStart >= from && word.charEnd <= to),
    )
    .map(({ sound }) => sound)
    .join('');

describe('spoken words', () => {
  it('has at least 250 cases', () => expect(table('normalisation.tsv').length).toBeGreaterThanOrEqual(250));

  it.each(table('normalisation.tsv'))('%s: %s', async (_kind, text, words) => {
    expect(spoken(await read(text!))).toBe(words);
  });
});

/** Returns the words of a text whose characters arrive one by one. */
async function spokenLive(text: string): Promise<string> {
  const cutter = createClauseCutter();
  const clauses = [...[...text].flatMap((character) => cutter.push(character)), ...cutter.end()];
  const spokenTexts: string[] = [];
  for (const clause of clauses)
    try {
      spokenTexts.push(spoken(await read(clause.text)));
    } catch (error) {
      if (!(error instanceof TextRefusal)) throw error;
      expect(error.code).toBe('nothing_to_speak');
    }
  return spokenTexts.join(' ').replaceAll(' | ', ' ');
}

describe('markup', () => {
  it.each(table('markup.tsv'))('%s: %s', async (_kind, text, words) => {
    expect(spoken(await read(text!))).toBe(words);
    expect(await spokenLive(text!)).toBe(words!.replaceAll(' | ', ' '));
  });

  it('notes all text that is not spoken', () => {
    expect(prepareText('My friend Ольга spokenTexts hi to Петр.').notes).toEqual([
      expect.stringMatching(/Cyrillic "Ольга" and 1 more/),
    ]);
    expect(prepareText('Wait [pause 61s] now.').notes).toEqual([
      expect.stringMatching(/61 s is spoken as 60 s/),
    ]);
    expect(prepareText('<prosody rate="slow">Hi</prosody>').notes).toEqual([
      expect.stringMatching(/<prosody>/),
    ]);
    expect(prepareText('<b>Hi</b> [pause 1s] there &amp; here').notes).toEqual([]);
  });

  it('keeps the ranges of words in the given text', async () => {
    const text = 'A <b>bold</b> &quot;caf&eacute;&quot; <sub alias="two words">X</sub> [text](https://a.b)';
    const words = (await read(text)).flatMap((sentence) => sentence.words);
    expect(words.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
      'A',
      'bold',
      'caf&eacute;',
      'X',
      'X',
      'text',
    ]);
  });

  it.each([
    '<',
    '<think>',
    '<a b="',
    '[pause',
    '](',
    '[a](',
    '&amp;',
    '<!--',
    '<sub alias="a">',
    '[^1]:',
    '(°',
  ])('of 20,000 characters of %j is read', (unit) => {
    const text = `word ${unit.repeat(20_000 / unit.length)}`;
    expect(prepareText(text).clean.text).toMatch(/^word/);
    const cutter = createClauseCutter();
    const clauses = [
      ...(text.match(/.{1,7}/gs) ?? []).flatMap((piece) => cutter.push(piece)),
      ...cutter.end(),
    ];
    expect(clauses.map((clause) => clause.text).join('')).toBe(text);
  });
});

describe('clause by clause', () => {
  it.each([
    'On Monday, May 5, 1990, Dr. Smith, Jr., paid $1,250.50 in Austin, TX 78701, and he left at 5 p.m. for the U.S., e.g. by train.',
    'He read it once, and then, as far as I know, he never read anything again, which is sad; version 2.0.1, though, was out by 12:30.',
    '“Well,” she spokenTexts, “it is, after all, 20 % of 3/4 of an inch, or 5 km, give or take.” Nobody laughed, not even NASA, IBM, or the FBI.',
    'First, open https://example.com/a,b, then run `npm start`, wait for 1.5 s, and press Ctrl+C: nothing, or next to nothing, is left.',
    'Wait a moment, please. [pause 1.5s] Now, as I was saying, No. 5 of Mr. & Mrs. Jones (the old ones, not the young ones) is empty.',
  ])('reads the same words from %s', async (text) => {
    const cutter = createClauseCutter();
    const clauses = [...[...text].flatMap((character) => cutter.push(character)), ...cutter.end()];
    const spokenTexts: string[] = [];
    for (const clause of clauses) spokenTexts.push(spoken(await read(clause.text)));
    expect(clauses.length).toBeGreaterThan(1);
    expect(spokenTexts.join(' ').replaceAll(' | ', ' ')).toBe(
      spoken(await read(text)).replaceAll(' | ', ' '),
    );
  });
});

describe('phonemes', () => {
  it.each(table('pronunciation.tsv'))('%s: %s', async (_kind, phrase, phonemes) => {
    const from = phrase!.indexOf('*');
    const to = phrase!.indexOf('*', from + 1) - 1;
    expect(phonemesBetween(await read(phrase!.replaceAll('*', '')), from, to)).toBe(phonemes);
  });

  it('keeps punctuation and ends every sentence with a stop', async () => {
    const [sentence] = await read('Well, "yes" (no); I see: fine — so');
    expect(sentence!.phonemes).toBe('wˈɛl, “jˈɛs” (nˈO); ˌI sˈi: fˈIn— sˌO.');
  });
});

describe('refusals', () => {
  it.each(table('refusals.tsv'))('%s: %j', (code, text) => {
    const refusal = caught(() => prepareText(text!));
    expect(refusal).toMatchObject({ code });
    // The call throws before any sentence is requested.
    expect(caught(() => reader.sentences(text!))).toMatchObject({ code });
  });

  it('names the script, the letters and their place', () => {
    expect(caught(() => prepareText(' Ольга!')).message).toMatch(/from character 1 on.*Cyrillic "Ольга"/);
  });

  it.each([
    [{ '': 'ɛ' }, /1 to 100 characters/],
    [{ '...': 'ɛ' }, /letter or digit/],
    [{ ' a': 'ɛ' }, /no space around/],
    [{ word: '' }, /received ""/],
    [{ word: 'ˈ' }, /received "ˈ"/],
    [{ word: 'w3:d' }, /received "w3:d"/],
    [{ word: 'ə'.repeat(201) }, /at most 200 phonemes/],
  ])('invalid_lexicon: %j', (lexicon, message) => {
    const refusal = caught(() => prepareText('A word.', { lexicon: lexicon as Record<string, string> }));
    expect(refusal).toMatchObject({ code: 'invalid_lexicon' });
    expect(refusal.message).toMatch(message);
  });
});

function caught(run: () => unknown): TextRefusal {
  try {
    run();
  } catch (error) {
    if (error instanceof TextRefusal) return error;
    throw error;
  }
  throw new Error('Expected a refusal');
}

describe("the caller's lexicon", () => {
  const sound = async (text: string, lexicon: Record<string, string>): Promise<string> =>
    (await read(text, { lexicon })).map(({ phonemes }) => phonemes).join(' ');

  it('takes precedence, in any case and with a possessive', async () => {
    const lexicon = { Anima: 'ˈænɪmə' };
    expect(await sound("Anima's anima.", lexicon)).toBe('ˈænɪməz ˈænɪmə.');
  });

  it('prefers the entry with the same case', async () => {
    expect(await sound('Job job', { Job: 'ʤˈOb', job: 'ʤˈɑb' })).toBe('ʤˈOb ʤˈɑb.');
  });

  it('reads IPA', async () => {
    expect(await sound('Goethe', { Goethe: '/ˈɡɜːrtə/' })).toBe('ɡˈɜɹtə.');
    expect(await sound('choice', { choice: 'tʃɔɪs' })).toBe('ʧYs.');
  });

  it('reads words with signs, several words and other scripts', async () => {
    expect(
      await sound('I use C++ in New York and 東京.', { 'C++': 'sˈi', 'New York': 'nˈuj', 東京: 'tˈOkjO' }),
    ).toBe('ˌI jˈuz sˈi ɪn nˈuj ænd tˈOkjO.');
  });

  it('does not match parts of other words', async () => {
    expect(await sound('cart', { car: 'x'.replace('x', 'zˈɛd') })).toBe('kˈɑɹt.');
  });
});

describe('sentences', () => {
  it('are read one at a time', async () => {
    const text = `Hello there. ${'This one is never asked for. '.repeat(600)}`;
    const sentences = reader.sentences(text);
    const { value } = await sentences.next();
    expect(value).toMatchObject({ charStart: 0, charEnd: 11 });
    await sentences.return();
  });

  it('have pauses of at most one minute each and ten minutes together', async () => {
    const pauses = (count: number) => `One.${' [pause 60s]'.repeat(count)} Two.`;
    expect((await read(pauses(10)))[0]!.pauseMs).toBe(600_000);
    expect((await read(pauses(11)))[0]!.pauseMs).toBe(600_000);
  });

  it('have the pauses between them', async () => {
    const sentences = await read('[pause 1s] One. Two [pause 200ms][pause 0.3s] three [pause 2s]');
    expect(sentences.map(({ words, pauseMs }) => [words.map(({ text }) => text).join(' '), pauseMs])).toEqual(
      [
        ['', 1000],
        ['One', 0],
        ['Two', 500],
        ['three', 2000],
      ],
    );
    expect(sentences[0]!.phonemes).toBe('');
  });

  it('report the end of a paragraph', async () => {
    const sentences = await read('One. Two.\n\nThree.\nFour.');
    expect(sentences.map(({ endsParagraph }) => endsParagraph)).toEqual([false, true, false, false]);
  });

  it('are divided if they are too long for the voice', async () => {
    const sentences = await read(`${'the quick brown fox, which ran and ran and ran, '.repeat(40)}end.`);
    for (const { phonemes } of sentences) expect(phonemes.length).toBeLessThanOrEqual(401);
    for (const { phonemes } of sentences.slice(0, -1)) expect(phonemes).toMatch(/,$/);
    expect(sentences.flatMap(({ words }) => words)).toHaveLength(40 * 10 + 1);
  });

  it('keep ranges over folded and dropped characters', async () => {
    const text = '“Caf\u0065\u0301” ﬁne\u200b𝐛𝐨𝐥𝐝';
    const words = (await read(text)).flatMap((sentence) => sentence.words);
    expect(words.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
      'Caf\u0065\u0301',
      'ﬁne\u200b𝐛𝐨𝐥𝐝',
    ]);
  });
});

describe('any text', () => {
  const BITS = (
    "a|I|the|don't|Dr.|St.|U.S.|e.g.|FBI|APIs|read|lead|5|12|1984|3.14|1,000|.5|1/2|½|$|€|%|°|km/h|5'11\"|3:30pm|2024-05-01|-|–|—|.|,|;|:|!|?|…|(|)|[|]|" +
    '"|\'|*|**|#|@|&|+|=|<|>|/|\\|~|^|_|²|www.|http://|a@b.co|foo()|camelCase|snake_case|IV|XIV|Louis|Chapter|World War|α|é|e\u0301|\u0301|\u200b|\u00ad|\u0000|\n|\n\n|\t|' +
    "😀|👨‍👩‍👧|\ud800|kubernetes|zzqxv|NASA|[pause 5ms]|+1 (555) 123-4567|v2.1.3|192.168.0.1|::1|6.02e23|10^6|1990s|'90s|1st|p.m.|n't|'s|\"Hi,\" he|ß|ﬁ|™|x"
  ).split('|');
  const nasty = fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...BITS), fc.string({ unit: 'binary', maxLength: 3 })),
        fc.constantFrom('', ' ', ' '),
      ),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.map(([bit, space]) => bit + space).join(''));

  it('is read or rejected with a known code, with ordered words inside the text', async () => {
    await fc.assert(
      fc.asyncProperty(nasty, async (text) => {
        let sentences: ReadSentence[];
        try {
          sentences = await read(text);
        } catch (error) {
          if (!(error instanceof TextRefusal)) throw error;
          expect(['nothing_to_speak', 'unsupported_script']).toContain(error.code);
          return;
        }
        let last = 0;
        for (const { words, spans, phonemes, charStart, charEnd } of sentences) {
          expect(spans).toHaveLength(words.length);
          expect(phonemes.length).toBeLessThanOrEqual(500);
          for (const phoneme of phonemes) expect(VOCABULARY).toContain(phoneme);
          let reached = 0;
          for (const [i, word] of words.entries()) {
            expect(word.text).not.toBe('');
            expect(word.charStart).toBeGreaterThanOrEqual(Math.max(last, charStart));
            expect(word.charEnd).toBeGreaterThan(word.charStart);
            expect(word.charEnd).toBeLessThanOrEqual(Math.min(text.length, charEnd));
            last = word.charStart;
            const { start, end } = spans[i]!;
            expect(start).toBeGreaterThanOrEqual(reached);
            expect(end).toBeGreaterThan(start);
            reached = end;
          }
          expect(reached).toBeLessThanOrEqual(phonemes.length);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('made of words is read as these words in order', async () => {
    const word = fc.constantFrom(
      ...'the quick brown fox jumps over lazy dogs while seven wizards quietly read books'.split(' '),
    );
    const mark = fc.constantFrom(' ', ' ', ' ', ', ', '; ', '. ', '? ', '\n\n', ' — ', ' (', ') ');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, mark), { minLength: 1, maxLength: 60 }), async (parts) => {
        const text = parts.map((part) => part.join('')).join('');
        const words = (await read(text)).flatMap((sentence) => sentence.words);
        expect(words.map((word) => word.text)).toEqual(parts.map(([word]) => word));
        expect(words.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual(
          parts.map(([word]) => word),
        );
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    'a',
    '1',
    'a.',
    '1.',
    '1-',
    '/a',
    'a@',
    '**a',
    '"a',
    '½',
    'http://',
    '[pause',
    'A. ',
    'the ',
    'e\u0301',
    '10^',
    '0:0:',
    "n't",
  ])('of 20,000 characters of %j is read to its end', async (unit) => {
    const text = unit.repeat(20_000 / unit.length);
    const words = (await read(text)).flatMap((sentence) => sentence.words);
    expect(words.at(-1)!.charEnd).toBeGreaterThan(text.length - 20);
  });
});
