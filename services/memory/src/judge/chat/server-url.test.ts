import { expect, it } from 'vitest';
import { mayReceiveTexts } from './server-url.js';

it.each([
  'https://models.example/v1',
  'http://127.0.0.1:11434/v1',
  'http://localhost:8080',
  'http://[::1]:8080/v1',
  'http://192.168.1.7:8000/v1',
  'http://[fd00::7]/v1',
  'http://ollama:11434/v1',
  'http://gpu.lan/v1',
])('memories may be sent to %s', (url) => {
  expect(mayReceiveTexts(url)).toBe(true);
});

it.each([
  'http://models.example/v1',
  'http://8.8.8.8/v1',
  'http://0.0.0.0:11434/v1',
  'ftp://127.0.0.1/v1',
  'https://name:password@models.example/v1',
  'https://models.example/v1?key=x',
  'file:///etc/passwd',
  'models.example',
  '',
])('memories may not be sent to %j', (url) => {
  expect(mayReceiveTexts(url)).toBe(false);
});
