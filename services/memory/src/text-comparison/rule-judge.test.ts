import { describe, expect, it } from 'vitest';
import { bgeSmall } from '../embedding/calibration/bge-small-en-v1.5-int8.js';
import { testPairJudge } from '../judge/pair-judge.contract.js';
import { createRuleJudge } from './rule-judge.js';

const judge = createRuleJudge(bgeSmall.statements);
const pairOf = (a: string, b: string, cosine = 0.9) => ({ a: { text: a }, b: { text: b }, cosine });
const verdictOf = async (a: string, b: string, cosine?: number) => {
  const pair = pairOf(a, b, cosine);
  const [contradiction] = await judge.contradiction([pair]);
  const [same] = await judge.sameStatement([pair]);
  if (contradiction!.answer === 'yes') {
    expect(same!.answer).toBe('no');
    return contradiction!.reason;
  }
  return same!.answer === 'yes' ? 'duplicate' : 'open';
};

testPairJudge('the rule-based judge', async () => ({
  judge: { ...judge, sameQuestion: judge.sameStatement },
  pairOf: async (a, b) => pairOf(a, b, a === b ? 1 : 0.9),
  sameQuestion: [['Deploy on Friday', 'deploy on friday.']],
  sameStatement: [['Feature flags are in Unleash', 'The feature flags are in Unleash']],
  contradiction: [['We commit the lock file', 'We do not commit the lock file']],
  unrelated: [
    ['Deploy on Friday', 'The office is closed'],
    ['Tests run on Jest', 'Dates are stored in UTC'],
    ['Use tabs', 'Ask before the release'],
  ],
}));

describe('the rule-based judge', () => {
  it.each([
    ['negation', 'Feature branches must be squashed', 'Feature branches must not be squashed'],
    ['negation', 'We support Internet Explorer 11', 'Internet Explorer 11 is no longer supported'],
    ['negation', 'A woman is walking the dog in the street', 'The woman is not walking the dog'],
    ['antonym', 'The cache is synchronous', 'The cache is asynchronous'],
    ['antonym', 'Telemetry is enabled by default', 'Telemetry is disabled by default'],
    ['value', 'Requests time out after 30 seconds', 'Requests time out after 10 seconds'],
    ['value', 'Keep backups for 30 days', 'Backups are kept for 90 days'],
    ['value', 'The gateway listens on port 8080', 'The gateway listens on port 9443'],
    ['value', 'The worker uses port 8080', 'The worker uses port 9443'],
    ['value', 'Team size: 6 people', 'Team size: 9 people'],
    ['choice', 'We bundle the web app with Vite', 'The web app is bundled with Webpack'],
    ['order', 'Run the tests before the build', 'Run the tests after the build'],
    ['order', 'Prefer composition over inheritance', 'Prefer inheritance over composition'],
    ['duplicate', 'Feature flags are in Unleash', 'The feature flag is in Unleash'],
    ['duplicate', 'The delay is 2 minutes', 'The delay is 120 s'],
  ])('%s: %s, %s', async (expected, a, b) => {
    expect(await verdictOf(a, b)).toBe(expected);
    expect(await verdictOf(b, a)).toBe(expected);
  });

  it.each([
    ['another subject', 'Staging runs two replicas', 'Production runs six replicas'],
    ['another subject', 'Access logs are kept for 7 days', 'Audit logs are kept for 365 days'],
    ['another purpose', 'The API uses JWT for authentication', 'The API uses OpenAPI for documentation'],
    ['another number of a thing', 'note 1', 'note 2'],
    ['another number of a thing', 'This is meeting note 1', 'This is meeting note 2'],
    ['another number of a thing', 'Note 1 about the garden', 'Note 2 about the garden'],
    ['another number of a thing', 'Room 12 is reserved for the board', 'Room 14 is reserved for the board'],
    ['another number of a thing', 'Notiz 1 über den Garten', 'Notiz 2 über den Garten'],
    ['another ordinal', 'The first meeting was short', 'The second meeting was short'],
    ['a list', 'It has three or four sides', 'It has two or four sides'],
    ['may or may not', 'It may or may not fail', 'It may fail'],
    ['two negations', 'We do not use Redux', 'Frontend state lives in Zustand'],
    ['other roles', 'We replaced Scala with Elixir', 'Scala replaces Elixir'],
  ])('leaves %s open: %s, %s', async (_, a, b) => {
    expect(await verdictOf(a, b)).toBe('open');
  });

  it.each([
    ['German', 'Wir verwenden Vite in der Produktion.', 'Wir verwenden Vite nicht in der Produktion.'],
    ['French', 'On déploie le vendredi.', 'On ne déploie pas le vendredi.'],
    ['Spanish', 'Usamos tabuladores en el código.', 'No usamos tabuladores en el código.'],
    ['Italian', 'I test partono prima della build.', 'I test partono dopo la build.'],
    ['Finnish', 'Telemetria on päällä.', 'Telemetria ei ole päällä.'],
    ['Dutch', 'Wij gebruiken Redis in de productie.', 'Wij gebruiken Memcached in de productie.'],
    ['Russian', 'Мы поддерживаем тёмную тему.', 'Мы не поддерживаем тёмную тему.'],
    ['Chinese', '默认启用遥测。', '默认禁用遥测。'],
    ['Japanese', '金曜日にデプロイします。', '金曜日にデプロイしません。'],
    ['two numbers', 'Es hat 3 oder 4 Seiten.', 'Es hat 2 oder 4 Seiten.'],
  ])('leaves statements open in a language without lists (%s): %s, %s', async (_, a, b) => {
    expect(await verdictOf(a, b, 0.99)).toBe('open');
  });

  it.each([
    ['value', 'Sicherungen bleiben 30 Tage erhalten.', 'Sicherungen bleiben 7 Tage erhalten.'],
    ['value', '备份保留30天。', '备份保留７天。'],
    ['value', 'Следующий релиз 2026-03-01.', 'Следующий релиз 2026-04-01.'],
    ['duplicate', '备份保留30天。', '备份保留３０天'],
    ['duplicate', 'Wir deployen am Freitag.', 'wir deployen am Freitag!'],
  ])('finds a %s in any language: %s, %s', async (expected, a, b) => {
    expect(await verdictOf(a, b, 0.99)).toBe(expected);
  });

  it('reports only the same words if the model has no calibration', async () => {
    const careful = createRuleJudge(null);
    const pairs = [pairOf('Use tabs', 'use tabs!'), pairOf('Use tabs', 'Do not use tabs')];
    expect((await careful.sameStatement(pairs)).map(({ answer }) => answer)).toEqual(['yes', 'open']);
    expect((await careful.contradiction(pairs)).map(({ answer }) => answer)).toEqual(['no', 'open']);
  });

  it('requires a higher cosine for values than for negations', async () => {
    expect(await verdictOf('We keep 3 logs', 'We keep 4 logs', 0.7)).toBe('open');
    expect(await verdictOf('We keep logs', 'We do not keep logs', 0.7)).toBe('negation');
  });
});
