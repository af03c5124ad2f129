import { describe, expect, it } from 'vitest';
import { readChoice } from './chat-answer.js';

const choices = ['SAME', 'CONFLICT'];
const response = (
  content: string,
  tokens?: [token: string, probability: number, ...others: [string, number][]][],
) =>
  JSON.stringify({
    choices: [
      {
        message: { content },
        logprobs: tokens && {
          content: tokens.map(([token, probability, ...others]) => ({
            token,
            logprob: Math.log(probability),
            top_logprobs: others.map(([other, share]) => ({ token: other, logprob: Math.log(share) })),
          })),
        },
      },
    ],
  });

describe('the answer of a chat server', () => {
  it.each([
    '{"answer":"SAME"}',
    ' { "answer" : "SAME" }\n',
    '```json\n{"answer": "SAME"}\n```',
    '```\n{"answer": "SAME"}\n```',
  ])('is read from %j', (content) => {
    expect(readChoice(response(content), choices)).toEqual({ probabilities: [1, 0], isMeasured: false });
  });

  it.each([
    'SAME',
    '{"answer":"same"}',
    '{"answer":"SAME","why":"x"}',
    '{"answer":"SAME"} {"answer":"CONFLICT"}',
    '',
  ])('is rejected if it is %j', (content) => {
    expect(() => readChoice(response(content), choices)).toThrow('Expected one of SAME, CONFLICT');
  });

  it.each<[string, Parameters<typeof response>[1]]>([
    [
      'a token of its own',
      [
        ['{"answer":"', 1],
        ['SAME', 0.6, ['CONF', 0.2]],
        ['"}', 1],
      ],
    ],
    [
      'the beginning of the word',
      [
        ['{"', 1],
        ['answer', 1],
        ['":"', 1],
        ['SA', 0.6, ['C', 0.2]],
        ['ME"}', 1],
      ],
    ],
    [
      'with what stands before it',
      [
        ['{"answer":', 1],
        [' "SAME', 0.6, [' "CON', 0.2], [' null', 0.1]],
        ['"}', 1],
      ],
    ],
    [
      'with what stands behind it',
      [
        ['{"answer":"', 1],
        ['SAME"}', 0.6, ['CONFLICT"', 0.2]],
      ],
    ],
  ])('is measured by its token: %s', (_, tokens) => {
    const content = tokens!.map(([token]) => token).join('');
    const { probabilities, isMeasured } = readChoice(response(content, tokens), choices);
    expect(isMeasured).toBe(true);
    expect(probabilities[0]).toBeCloseTo(0.75, 9);
  });

  it('is not measured by tokens that are not choices or have invalid probabilities', () => {
    const measured = (tokens: Parameters<typeof response>[1]) =>
      readChoice(response('{"answer":"SAME"}', tokens), choices).isMeasured;
    expect(
      measured([
        ['{"answer":"', 1],
        ['SAME', 0.3, ['OTHER', 0.7]],
      ]),
    ).toBe(false);
    expect(
      measured([
        ['{"answer":"', 1],
        ['SAME', 5],
      ]),
    ).toBe(false);
    expect(measured([['nothing of it', 1]])).toBe(false);
  });
});
