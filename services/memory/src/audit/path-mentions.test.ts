import { describe, expect, it } from 'vitest';
import { pathMentions } from './path-mentions.js';

const relativeFile = (path: string) => ({ path, base: 'relative', isFile: true });

describe('returns paths that a text refers to', () => {
  it.each([
    ['The entry point is src/server.ts.', [relativeFile('src/server.ts')]],
    ['See `docs/adr/0001-storage.md` for the reasons', [relativeFile('docs/adr/0001-storage.md')]],
    ['Read [the guide](docs/guide.md#setup) first', [relativeFile('docs/guide.md')]],
    ['Import order follows @docs/style.md', [relativeFile('docs/style.md')]],
    ['Run `node ./scripts/seed.mjs --all`', [relativeFile('./scripts/seed.mjs')]],
    ['The bug sits in src/routes/audits.ts:41:7, near the top', [relativeFile('src/routes/audits.ts')]],
    ['Handlers live in `src/handlers`', [{ path: 'src/handlers', base: 'relative', isFile: false }]],
    ['Notes are in ~/notes/todo.txt', [{ path: '~/notes/todo.txt', base: 'home', isFile: true }]],
    [
      'The key ring is /srv/keys/ring.json',
      [{ path: '/srv/keys/ring.json', base: 'absolute', isFile: true }],
    ],
    [
      'Config: config/app.yaml, config/db.yaml',
      [relativeFile('config/app.yaml'), relativeFile('config/db.yaml')],
    ],
  ])('%s', (text, expected) => {
    expect(pathMentions(text)).toEqual(expected);
  });
});

describe('ignores other words and paths that may be missing', () => {
  it.each([
    'Docs are at https://example.com/docs/guide.md',
    'Tests match src/**/*.test.ts',
    'Logs go to %HOME%/logs/app.txt and $DIR/x.ts',
    'Import from @anima/service/index.js',
    'Clone github.com/acme/app/README.md',
    'We use Vue.js/Nuxt.js for the front end',
    'Keep README.md/CHANGELOG.md short',
    'We deleted src/legacy.ts in May',
    'src/old.ts was renamed to src/new.ts',
    'Create src/feature.ts for it',
    'The bundle is at dist/main.js',
    'Reports land in coverage/index.html',
    'If config/local.json is missing, defaults apply',
    'Put <name>/SKILL.md there',
    'Look in ../other/src/main.ts',
    '24/7 support, 3/4 of it, 2024/03/01',
  ])('%s', (text) => {
    expect(pathMentions(text)).toEqual([]);
  });
});
