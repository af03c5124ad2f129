import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSampleService, type SampleService } from '../testing/sample-service.js';
import { compileValidator, compileValidatorNow } from './validation.js';

let service: SampleService;
beforeAll(async () => {
  service = await createSampleService();
});
afterAll(() => service.close());

const post = (payload: object) => service.app.inject({ method: 'POST', url: '/items', payload });
const get = (query: string) => service.app.inject(`/items?${query}`);

describe('a body that does not match its schema is rejected with field, rule and received value', () => {
  test.each([
    [
      { name: 'a', importance: 9 },
      'importance',
      'Expected an integer from 1 to 5 for importance, received 9',
    ],
    [
      { name: 'a', importance: '3' },
      'importance',
      'Expected an integer from 1 to 5 for importance, received "3"',
    ],
    [
      { name: 'a', importance: 1.5 },
      'importance',
      'Expected an integer from 1 to 5 for importance, received 1.5',
    ],
    [
      { name: 'a', importance: null },
      'importance',
      'Expected an integer from 1 to 5 for importance, received null',
    ],
    [{}, 'name', 'Expected a string of 1 to 64 characters for name, received nothing'],
    [{ name: '' }, 'name', 'Expected a string of 1 to 64 characters for name, received an empty string'],
    [{ name: 'a', kind: 'opinion' }, 'kind', 'Expected "fact" or "decision" for kind, received "opinion"'],
    [
      { name: 'a', tags: ['1', '2', '3', '4'] },
      'tags',
      'Expected an array of at most 3 items for tags, received an array of 4 items',
    ],
    [
      { name: 'a', tags: ['far too long'] },
      'tags[0]',
      'Expected a string of at most 8 characters for tags[0], received a string of 12 characters',
    ],
    [
      { name: 'a', tags: 'one' },
      'tags',
      'Expected an array of at most 3 items for tags, received a string of 3 characters',
    ],
    [
      { name: 'a', note: 'too long' },
      'note',
      'Expected a string of at most 5 characters for note, received a string of 8 characters',
    ],
    [
      { name: 'a', note: 7 },
      'note',
      'Expected a string of at most 5 characters or null for note, received 7',
    ],
    [
      { name: 'a', shared_with: true },
      'shared_with',
      'Expected "all" or an array for shared_with, received true',
    ],
    [
      { name: 'a', shared_with: [''] },
      'shared_with[0]',
      'Expected a string of at least 1 character for shared_with[0], received an empty string',
    ],
    [
      { name: 'a', occurred_at: '2024-02-30' },
      'occurred_at',
      'Expected an existing ISO 8601 date or date-time for occurred_at, received a string of 10 characters',
    ],
    [
      { name: 'a', filters: { deep: [{ size: 'x' }] } },
      'filters.deep[0].size',
      'Expected an integer for filters.deep[0].size, received a string of 1 character',
    ],
    [
      { name: 'a', content: 5 },
      'content',
      'Expected a string of at most 100 characters for content, received a number',
    ],
    [[], '', 'Expected an object for the body, received an array of 0 items'],
  ])('%j', async (body, path, message) => {
    const answer = await post(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      detail: message,
      errors: [{ path, message }],
    });
  });

  test('unknown fields are named, at every depth', async () => {
    const answer = await post({ name: 'a', filter: 1, filters: { shallow: 1 } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([
      { path: 'filter', message: expect.stringMatching(/^Unknown field filter; expected name, content/) },
      { path: 'filters.shallow', message: 'Unknown field filters.shallow; expected deep' },
    ]);
  });

  test('several errors are reported together; an excessive number is cut', async () => {
    const several = await post({ name: '', importance: 0 });
    expect(several.json().errors).toHaveLength(2);
    expect(several.json().detail).toMatch(/\(and 1 more\)$/);
    const many = await post(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, 0])));
    expect(many.json().errors).toHaveLength(20);
  });

  test('neither content nor long values come back', async () => {
    const answer = await post({ name: 'a', content: 'hunter2'.repeat(30), kind: 'k'.repeat(60) });
    expect(answer.json().errors).toHaveLength(2);
    expect(answer.body).not.toMatch(/hunter2|kkkk/);
  });
});

test('a valid body arrives with its defaults', async () => {
  const answer = await post({ name: 'a', shared_with: ['bob'], note: null, occurred_at: '2024-02-29' });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toMatchObject({ importance: 3, shared_with: ['bob'], note: null, agent: null });
});

describe('the query string', () => {
  test.each([
    ['page_size=20&archived=true', { page_size: 20, archived: true }],
    ['tags=a&tags=b', { page_size: 50, tags: ['a', 'b'] }],
    ['tags=a', { page_size: 50, tags: ['a'] }],
    ['tags=1', { page_size: 50, tags: ['1'] }],
  ])('%s is read as its types say', async (query, read) => {
    const answer = await get(query);
    expect(answer.json()).toMatchObject({ query: read });
  });

  test.each([
    ['page_size=0', 'page_size', 'Expected an integer from 1 to 200 for page_size, received 0'],
    [
      'page_size=abc',
      'page_size',
      'Expected an integer from 1 to 200 for page_size, received a string of 3 characters',
    ],
    ['page_size=', 'page_size', 'Expected an integer from 1 to 200 for page_size, received an empty string'],
    [
      'page_size=1&page_size=2',
      'page_size',
      'Expected an integer from 1 to 200 for page_size, received an array of 2 items',
    ],
    ['pagesize=1', 'pagesize', 'Unknown query parameter pagesize; expected page_size, archived or tags'],
  ])('%s is refused', async (query, path, message) => {
    const answer = await get(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ path, message }] });
  });

  test('a route that declares no query parameters takes none', async () => {
    const answer = await service.app.inject('/health?verbose=1');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].path).toBe('verbose');
  });
});

test('a path parameter that is not a UUID is refused', async () => {
  const answer = await service.app.inject('/items/urn:uuid:0190a5c4-0000-7000-8000-000000000000');
  expect(answer.statusCode).toBe(400);
  expect(answer.json().detail).toMatch(/^Expected a UUID for item_id/);
});

test.each([
  ['0.5', true],
  ['1', true],
  ['1.5', false],
  ['1e999', false],
  ['-1e999', false],
  ['Infinity', false],
  ['NaN', false],
])('%s as a number from 0 to 1 of a query: %s', (share, holds) => {
  const schema = { type: 'object', properties: { share: { type: 'number', minimum: 0, maximum: 1 } } };
  const validate = compileValidator({ schema, method: 'GET', url: '/', httpPart: 'querystring' });
  expect('error' in (validate({ share }) as object)).toBe(!holds);
});

test('a misspelt rule is refused: at once, or when the first value comes', () => {
  const route = { schema: { type: 'string', maxLenght: 3 }, method: 'GET', url: '/', httpPart: 'body' };
  expect(() => compileValidatorNow(route)).toThrow('maxLenght');
  const validate = compileValidator(route);
  expect(() => validate('a')).toThrow('maxLenght');
});
