import { describe, expect, it } from 'vitest';
import { describeTurn, Fact, genericShare, specificWords, withoutCaption } from './describe-turn.js';

const describeText = (content: string) => describeTurn({ content, speaker: null, occurredAt: null }).facts;
const FLAGS = Object.values(Fact).reduce((all, bit) => all | bit, 0);

describe('describeTurn', () => {
  it.each([
    ['How was it?', Fact.asks],
    ['Did you see it? [shared a picture: a dog on a beach]', Fact.asks],
    ['It was good', 0],
    ['I left yesterday', Fact.time],
    ['We met last week', Fact.time],
    ['It may rain', 0],
    ['They marry in May', Fact.time | Fact.place],
    ['She has three cats', Fact.number],
    ['We live in Utrecht', Fact.place],
  ])('%s', (content, flags) => {
    expect(describeText(content) & FLAGS).toBe(flags);
  });

  it('counts generic and specific words', () => {
    const reaction = describeText("Wow, that's great! So glad!");
    const news = describeText(
      'I adopted my tortoise from the shelter behind our canal, with a heated terrarium',
    );
    expect(genericShare(reaction)).toBe(1);
    expect(specificWords(reaction)).toBe(0);
    expect(genericShare(news)).toBe(0);
    expect(specificWords(news)).toBeGreaterThan(0.4);
    expect(genericShare(describeText(''))).toBe(1);
  });

  it('writes the header with the date in UTC', () => {
    const at = Date.UTC(2023, 4, 8, 23, 59);
    expect(describeTurn({ content: '', speaker: 'Nora', occurredAt: at }).header).toBe('Nora (8 May 2023):');
    expect(describeTurn({ content: '', speaker: 'Nora', occurredAt: null }).header).toBe('Nora:');
    expect(describeTurn({ content: '', speaker: null, occurredAt: at }).header).toBe('');
  });
});

describe('withoutCaption', () => {
  it('drops the caption at the end only', () => {
    expect(withoutCaption('Look! [shared a picture: a cat]')).toBe('Look!');
    expect(withoutCaption('[shared a picture: a cat] Look!')).toBe('[shared a picture: a cat] Look!');
    expect(withoutCaption('See [1]. \n[Shared a picture: a [small cat] ')).toBe('See [1].');
    expect(withoutCaption('[shared a picture: one] [shared a picture: two]')).toBe('[shared a picture: one]');
    expect(withoutCaption('No picture [2]')).toBe('No picture [2]');
  });
});
