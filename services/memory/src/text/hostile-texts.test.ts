import { growthFaults } from '@anima/service/testing';
import { describe, expect, it } from 'vitest';
import type { ConfigFile } from '../audit/config-folder.js';
import { configStatements } from '../audit/config-texts.js';
import { expiryDates } from '../audit/expiry-dates.js';
import { pathMentions } from '../audit/path-mentions.js';
import { readSkill } from '../audit/read-skill.js';
import { mentions } from '../audit/skill-mentions.js';
import { compareQuestions } from '../cache/same-question.js';
import { readFields, textList } from '../import/file-fields.js';
import { onlyImports } from '../import/find-imports.js';
import { linesInsideElements, withoutComments } from '../import/html-tags.js';
import { inferType } from '../import/infer-type.js';
import { lineStatements } from '../import/line-statements.js';
import { splitText } from '../import/split-text.js';
import { mergeContents } from '../memory/merge-content.js';
import { datePhrases } from '../search/ranking/date-phrases.js';
import { describeTurn } from '../search/ranking/describe-turn.js';
import { parseQuestion } from '../search/ranking/parse-question.js';
import { analyseText } from '../search/text/analyse-text.js';
import { createHighlighter } from '../search/text/highlights.js';
import { screenContent } from '../secrets/secrets.js';
import { judgeStatements } from '../text-comparison/judge-statements.js';
import { readText } from '../text-comparison/read-text.js';
import { splitStatements } from './split-statements.js';

const configOf = (kind: ConfigFile['kind'], name: string) => (text: string) =>
  configStatements([{ path: `/home/ada/${name}`, name, kind, text }]);

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'what a turn shows': (content) => describeTurn({ content, speaker: 'Ada', occurredAt: 0 }),
  'terms of the index': analyseText,
  'a question': (text) => parseQuestion(text, ['Ada'], datePhrases(text, { now: 0, timeZone: 'UTC' })),
  highlights: (text) => createHighlighter(text.slice(0, 500))(text),
  credentials: (text) => screenContent(text, 'redact'),
  'words and their differences': (text) => compareQuestions(text, `${text} x`, { threshold: 0.9, spread: 1 }),
  'statements of a text': splitStatements,
  'two memories': (text) => judgeStatements(readText(text), readText(`${text} not`)),
  'contents that are merged': (text) => mergeContents([text, `${text} x.`]),
  'dates that are over': expiryDates,
  'paths in a text': pathMentions,
  'names of skills': (text) => mentions(text.slice(0, 64))(text),
  'a skill': (text) =>
    readSkill({
      folder: 'a',
      path: '/skills/a',
      otherTexts: [],
      content: { state: 'read', text: `---\n${text}\n---\n` },
    }),
  'instructions of an agent': configOf('instructions', 'CLAUDE.md'),
  'settings in JSON': configOf('settings', 'settings.json'),
  'settings in TOML': configOf('settings', 'config.toml'),
  'frontmatter of another tool': (text) => readFields(`---\na: ${text}\n---\n`),
  'a list of globs': textList,
  'a line of imports': onlyImports,
  'types of statements': (text) => inferType({ headings: [text], leadIn: text, form: 'prose', text }, 'fact'),
  'comments of HTML': withoutComments,
  'tags of HTML': (text) => linesInsideElements(text.split('\n')),
  'lines of a paragraph': (text) =>
    lineStatements(
      text.split('\n').map((each, i) => ({ text: each, line: i, indent: 0, isInsideMarkup: false })),
    ),
  'a long text in parts': (text) => splitText(text, 3_000),
};

describe('texts made to hurt', () => {
  it.each(Object.entries(readers))(
    'take time in proportion to their length: %s',
    async (_, read) => {
      await read('Warm up. We use "Postgres" at docs/style.md until 1 May 2020.');
      expect(await growthFaults(read)).toEqual({});
    },
    300_000,
  );
});
