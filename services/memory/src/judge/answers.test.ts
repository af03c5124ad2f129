import { describe, expect, it } from 'vitest';
import { questionInquiry } from './question-inquiry.js';
import { judgeCalibrations, threeWay, yesOrNo } from './statement-inquiry.js';

const picked = (at: number, of: number) => ({
  probabilities: Array.from({ length: of }, (_, choice) => (choice === at ? 1 : 0)),
  isMeasured: false,
});

describe('answers without their probabilities', () => {
  const [reading] = Object.values(judgeCalibrations);
  const yes = picked(0, 2);
  it.each([
    ['one question with three answers', threeWay.weigh([picked(1, 3)], [picked(1, 3)]).conflict],
    ['two questions with yes or no', yesOrNo(reading!).weigh([yes, yes], [yes, yes]).conflict],
    ['two prompts', questionInquiry.weigh([yes], [yes]).same],
  ])('are trusted, but for no certainty: %s', (_, confidence) => {
    expect(confidence).toBeGreaterThan(0.8);
    expect(confidence).toBeLessThanOrEqual(0.9);
  });
});
