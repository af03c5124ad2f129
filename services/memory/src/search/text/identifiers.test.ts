import { describe, expect, it } from 'vitest';
import { exactIdentifiers, quotedPhrases } from './identifiers.js';

describe('exactIdentifiers', () => {
  it.each([
    ['What was KX-4471 about?', ['kx-4471']],
    ['ERR_CONN_RESET in src/routes/recall.ts?', ['err_conn_reset', 'src/routes/recall.ts']],
    ['Why is v2.3.1 on 10.0.0.12?', ['v2.3.1', '10.0.0.12']],
    ['Do we use C++, or (#4521)?', ['c++', '#4521']],
    ['where is rankMemories', ['rankmemories']],
    ['the 2nd 5k at 10:30am for $20 in the 90s', []],
    ["Caroline's mother-in-law and/or the iPhone, e.g. LGBTQ+", []],
    ['8-year-old in 2023/24', []],
    ['JWT_EXPIRY在生产环境是多少？', ['jwt_expiry']],
    ['ＪＷＴ＿ＥＸＰＩＲＹ?', ['jwt_expiry']],
  ])('%s', (query, identifiers) => {
    expect(exactIdentifiers(query)).toEqual(identifiers);
  });
});

describe('quotedPhrases', () => {
  it('reads double quotation marks and backticks', () => {
    expect(quotedPhrases('who said "last writer wins" or “so be it” in `main`?')).toEqual([
      'last writer wins',
      'so be it',
      'main',
    ]);
  });
});
