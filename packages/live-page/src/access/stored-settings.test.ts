import { expect, it } from 'vitest';
import { changedSettings, FIRST_SETTINGS } from './stored-settings.js';

it('a key stays with the server for which it was given', () => {
  const settings = {
    ...FIRST_SETTINGS,
    chatAddress: 'https://a.example/v1',
    chatKey: 'secret',
    memoryToken: 'token',
  };
  expect(changedSettings(settings, { chatAddress: 'https://a.example/v2' }).chatKey).toBe('secret');
  expect(changedSettings(settings, { chatModel: 'm' }).chatKey).toBe('secret');
  expect(changedSettings(settings, { chatAddress: 'https://b.example/v1' }).chatKey).toBe('');
  expect(changedSettings(settings, { chatAddress: 'http://a.example/v1' })).toMatchObject({
    chatKey: '',
    memoryToken: 'token',
  });
  expect(changedSettings(settings, { memoryAddress: 'http://127.0.0.1:1' })).toMatchObject({
    chatKey: 'secret',
    memoryToken: '',
  });
});
