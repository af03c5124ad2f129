import { expect, it } from 'vitest';
import { foreignLocale, suggestModel } from './suggest-model.js';

it.each([
  [{ LANG: 'de_DE.UTF-8' }, 'de_DE.UTF-8'],
  [{ LANG: 'en_US.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, 'zh_CN.UTF-8'],
  [{ LANG: 'ja_JP', LC_MESSAGES: 'en_GB' }, null],
  [{ LANG: 'de_DE', LC_ALL: 'en_GB.UTF-8' }, null],
  [{ LANG: 'C.UTF-8' }, null],
  [{ LANG: 'POSIX' }, null],
  [{}, null],
])('reads the locale of %j', (env, locale) => {
  expect(foreignLocale(env)).toBe(locale);
});

const english = { model: 'bge-small-en-v1.5-int8', isFirstStart: true };

it('offers the multilingual model at the first start with another locale', () => {
  expect(suggestModel({ LANG: 'fr_FR.UTF-8' }, english)).toMatch(
    /fr_FR\.UTF-8.*MEMORY_EMBEDDING_MODEL=multilingual-e5-small/,
  );
});

it.each([
  ['a later start', {}, { ...english, isFirstStart: false }],
  ['a configured model', { MEMORY_EMBEDDING_MODEL: 'bge-small-en-v1.5-int8' }, english],
  ['a server', { MEMORY_EMBEDDINGS_URL: 'http://127.0.0.1:1/v1' }, english],
  ['the multilingual model', {}, { ...english, model: 'multilingual-e5-small' }],
])('offers no model with %s', (_, env, state) => {
  expect(suggestModel({ LANG: 'fr_FR.UTF-8', ...env }, state)).toBeNull();
});
