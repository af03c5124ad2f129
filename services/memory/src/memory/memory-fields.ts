import { AgentId } from '@anima/service/schema';
import Type from 'typebox';
import { memoryTypes } from './memory.js';

/** Schemas of the fields of a memory, for every source: HTTP, arguments of a tool, or an archive. */

export { AgentId };

// All dialects of regular expressions read it alike, including those of client generators.
const CONTROL = '\\x00-\\x1F\\x7F-\\x9F';
// Some dialects do not count the byte order mark as white space.
const SPACE = '\\s\uFEFF';

// White space within a line. It can surround a name and is removed.
const BLANK = ' \u00A0\u2000-\u200A\u3000';
// Excluded, so that names that look alike are equal. The joiners of emoji and Persian are allowed.
const UNSEEN =
  '\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\u2800\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}';

/** One line of text without control characters. */
export const Name = Type.String({ minLength: 1, maxLength: 128, pattern: `^[^${CONTROL}]+$` });
/** A name with a visible character, and without control or invisible characters. */
export const ProjectName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^[${BLANK}]*[^${SPACE}${CONTROL}${UNSEEN}][^${CONTROL}${UNSEEN}]*$`,
  description: 'Name or id of a project',
});
/** A text with at least one character that is not white space. */
export const Text = Type.String({ minLength: 1, pattern: '\\S' });
/** A project name in an archive: earlier versions accepted more names. */
export const StoredProjectName = Type.String({ minLength: 1, maxLength: 200, pattern: `^[^${CONTROL}]+$` });
/** A tag in an archive. PostgreSQL cannot store U+0000. */
export const StoredTag = Type.String({ minLength: 1, maxLength: 128, pattern: '^[^\\x00]+$' });
/** The rules of project names also apply to tags. */
export const Tag = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: `^[${BLANK}]*[^${SPACE}${CONTROL}${UNSEEN}][^\\x00${UNSEEN}]*$`,
});
export const MemoryTypeSchema = Type.Enum([...memoryTypes]);
export const Importance = Type.Number({ minimum: 0, maximum: 1 });
