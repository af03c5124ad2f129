import { expect, it } from 'vitest';
import { bgeSmall } from '../embedding/calibration/bge-small-en-v1.5-int8.js';
import { prepareText } from './compare-statements.js';
import { measureUpdate } from './measure-update.js';

const measured = (query: string, older: string, newer: string) =>
  measureUpdate(
    {
      ...{ query: prepareText(query), older: prepareText(older), newer: prepareText(newer) },
      ...{ cosine: bgeSmall.statements.duplicateCosine, olderGap: 0, newerGap: 0.18 },
    },
    bgeSmall.statements,
  );

it('measures cosines in spans of the model', () => {
  const measures = measured('Where do I live?', 'I live in Rotterdam.', 'I live in Ghent.');
  expect(measures).toMatchObject({ nearness: 1, olderBehindBest: 0, valueExchanged: 1, severalAsked: 0 });
  expect(measures!.behindBest).toBeCloseTo(1);
});

it.each([
  ['another person', 'Where do I live?', 'I live in Rotterdam.', 'My parents now live in Ghent.'],
  ['another number of a thing', 'Which note?', 'Note 1 is about the garden.', 'Note 2 is about the garden.'],
  [
    'a word of the query that is exchanged',
    'Is debug logging on in development?',
    'Debug logging is switched on in development.',
    'Debug logging is switched off in production.',
  ],
  [
    'a number of the query that the newer text lacks',
    'Shelf 7 holds 49 jars of plums',
    'Shelf 7 holds 49 jars of plums',
    'Shelf 49 holds 343 jars of plums',
  ],
  [
    'a query that repeats the older text',
    'We deploy with Jenkins',
    'We deploy with Jenkins.',
    'We deploy with GitHub Actions.',
  ],
  [
    'words with the same beginning',
    "When is grandmother's birthday?",
    "Grandmother's birthday is on 4 June.",
    "Grandfather's birthday is on 19 January.",
  ],
  [
    'two exchanged places',
    'Which formatter do we use?',
    'Python code is formatted with Black.',
    'TypeScript code is formatted with Biome.',
  ],
  [
    'another thing in German',
    'Wann öffnet das Büro in Köln?',
    'Das Büro in Köln öffnet um 8 Uhr.',
    'Das Büro in Bonn öffnet um 9 Uhr.',
  ],
  [
    'another thing in Chinese',
    '奥斯陆办公室几点开门？',
    '奥斯陆办公室早上八点开门。',
    '卑尔根办公室早上九点开门。',
  ],
])('compares no statements about different subjects: %s', (_, query, older, newer) => {
  expect(measured(query, older, newer)).toBeNull();
});

it.each([
  'Which languages does Tariq speak?',
  'What are the languages of Tariq?',
  'Languages of Tariq',
  'Who speaks what?',
  'Tell me everything that Tariq speaks.',
])('finds out that several memories can answer: %s', (query) => {
  expect(measured(query, 'Tariq often speaks Arabic.', 'Tariq often speaks French.')).toMatchObject({
    severalAsked: 1,
  });
});

it('finds a value of another kind, and an answer without the kind that the query asks for', () => {
  const query = 'How long may the essay be?';
  const newer = 'The essay may have 900 words.';
  expect(measured(query, 'The essay may be short.', newer)).toMatchObject({ otherKind: 1, missing: 0 });
  expect(measured(query, 'The essay may have 800 words.', newer)).toMatchObject({ otherKind: 0 });
  expect(measured(query, 'The essay may have 800 words.', 'The essay must be written by hand.')).toBeNull();
  const when = 'When does the chimney sweep come?';
  expect(
    measured(when, 'The chimney sweep comes in June.', 'The chimney sweep told us about dry wood.'),
  ).toBeNull();
});
