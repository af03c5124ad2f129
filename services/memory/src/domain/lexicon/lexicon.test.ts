import { describe, expect, it } from 'vitest';
import { readWords } from '../meaning/words.js';
import { createLexicon } from './lexicon.js';
import { parseLexicon, shippedData } from './lexicon-data.js';
import { areOpposites } from './opposites.js';
import { isSameThing, sharedKind } from './thing.js';

const thing = (text: string) => readWords(text)[0]!.thing;

describe('the lexicon that ships', () => {
  it('is of the shape that is asked of others', () => {
    const { scopes, units, words, magnitudes, ...additions } = shippedData;
    expect(parseLexicon(JSON.stringify(additions), 'lexicon.json')).toEqual(additions);
    for (const { source, date } of additions.categories ?? [])
      expect([source, date]).not.toContain(undefined);
  });

  it.each([
    ['postgres', 'PostgreSQL'],
    ['VS Code', 'visual studio code'],
    ['snake_case', 'snake case'],
    ['France', 'French'],
  ])('%s and %s are one thing', (a, b) => {
    expect(isSameThing(thing(a), thing(b))).toBe(true);
  });

  it.each([
    ['postgres', 'mysql', 'database'],
    ['camelCase', 'snake case', 'identifier case'],
    ['Paris', 'Berlin', 'city or state'],
    ['postgres', 'npm', undefined],
    ['postgres', 'pg', undefined],
  ])('%s and %s: %s', (a, b, kind) => {
    expect(sharedKind(thing(a), thing(b))?.name).toBe(kind);
  });

  it.each([
    ['enabled', 'disables'],
    ['highest', 'lowest'],
    ['stable', 'unstable'],
  ])('%s and %s are opposites', (a, b) => {
    expect(areOpposites(readWords(a)[0]!, readWords(b)[0]!)).toBe(true);
  });

  it('knows everyday words as names only where they are written so', () => {
    expect(readWords('we go to Go').map((word) => word.thing?.name ?? null)).toEqual([
      null,
      null,
      null,
      'go',
    ]);
  });
});

describe('a lexicon of one’s own', () => {
  const own = {
    categories: [{ name: 'invoicing', labels: 'invoice', members: 'odoo, sap|s/4hana', kind: 'choice' }],
    aliases: { warehouse: 'dwh' },
    opposites: ['draft/final'],
    synonyms: { things: ['customer account'] },
  };
  const lexicon = createLexicon([shippedData, parseLexicon(JSON.stringify(own), 'lexicon.json')]);
  const read = (text: string) => readWords(text, lexicon);

  it('adds to what ships', () => {
    const [odoo, sap] = read('Odoo S/4HANA');
    expect(sharedKind(odoo!.thing, sap!.thing)?.name).toBe('invoicing');
    expect(read('the DWH')[1]!.text).toBe('warehouse');
    expect(areOpposites(read('drafts')[0]!, read('final')[0]!)).toBe(true);
    expect(read('customers')[0]!.groups).toEqual(read('account')[0]!.groups);
    expect(isSameThing(read('postgres')[0]!.thing, thing('pg'))).toBe(true);
  });

  it.each([
    ['{"categories": [{"name": "x", "members": 3, "kind": "choice"}]}', /members/],
    ['{"categories": [{"name": "x", "members": "a, b", "kind": "odd"}]}', /kind/],
    ['{"words": {}}', /words/],
    ['{"aliases": ', /JSON in lexicon\.json/],
  ])('%s is refused by name', (text, message) => {
    expect(() => parseLexicon(text, 'lexicon.json')).toThrow(message);
  });
});
