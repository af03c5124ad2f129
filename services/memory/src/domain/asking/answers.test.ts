import { describe, expect, it } from 'vitest';
import { questionInquiry } from './question-inquiry.js';
import { judgeCalibrations } from './readings.js';
import { threeWay } from './three-way.js';
import { yesOrNo } from './yes-or-no.js';

const said = (at: number, of: number) => ({
  probabilities: Array.from({ length: of }, (_, choice) => (choice === at ? 1 : 0)),
  isMeasured: false,
});

describe('answers without their probabilities', () => {
  const [reading] = Object.values(judgeCalibrations);
  const yes = said(0, 2);
  it.each([
    ['one question with three answers', threeWay.weigh([said(1, 3)], [said(1, 3)]).conflict],
    ['two questions with yes or no', yesOrNo(reading!).weigh([yes, yes], [yes, yes]).conflict],
    ['two prompts', questionInquiry.weigh([yes], [yes]).same],
  ])('are trusted, but for no certainty: %s', (_, confidence) => {
    expect(confidence).toBeGreaterThan(0.8);
    expect(confidence).toBeLessThanOrEqual(0.9);
  });
});
