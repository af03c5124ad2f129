import { describe, expect, it } from 'vitest';
import { readWords } from '../meaning/words.js';
import { readValues } from './values.js';

function valuesOf(text: string): string[] {
  return readValues(text, readWords(text)).map(({ dimension, key }) => `${dimension} ${key}`);
}

describe('readValues', () => {
  it.each([
    ['durations', 'kept for two weeks', ['time 1209600']],
    ['glued units', 'after 30s or 10MB', ['time 30', 'size 10000000']],
    ['a percent sign behind a blank', 'above 70 %', ['percent 70']],
    ['intervals', 'every two weeks', ['interval 1209600']],
    ['adverbs', 'rotated monthly', ['interval 2628000']],
    ['once a day', 'synchronised once a day', ['interval 86400']],
    ['twice a week', 'twice a week', ['interval 302400']],
    ['every other weekday', 'every other Friday', ['interval 1209600', 'weekday friday']],
    ['times of day', 'at 9:30, 2 pm, midnight', ['clock 570', 'clock 840', 'clock 0']],
    ['weekdays', 'on Tuesdays', ['weekday tuesday']],
    ['dates', 'due 15 March 2024', ['date march 15 2024']],
    ['ISO dates', 'since 2024-03-15', ['date 2024-03-15']],
    ['years', 'in 2023', ['date 2023']],
    ['a count is no year', 'resized to 2048 px', ['px pixel 2048']],
    ['"may" is no month', 'you may go', []],
    ['counts', 'at least 8 characters', ['count 8']],
    ['upper bounds', 'no more than five items', ['count 5']],
    ['bounds behind', '12 characters or more', ['count 12']],
    ['measures', '45 minutes long', ['time 2700']],
    ['versions', 'Python 3.10', ['version 3.10']],
    ['ports', 'on port 8080', ['number 8080']],
    ['ordinals are none', 'the third attempt', []],
    ['a pronoun is none', 'physics as one of his majors', []],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(valuesOf(text)).toEqual(expected);
  });
});
