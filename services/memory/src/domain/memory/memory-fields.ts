import { AgentId } from '@anima/service/schema';
import Type from 'typebox';
import { memoryTypes } from './memory.js';

/** What the fields of a memory may hold, wherever one comes in: over HTTP, as the arguments of a tool, or in an archive. */

export { AgentId };

// In words that every dialect of regular expressions reads alike, generators of clients included.
const CONTROL = '\\x00-\\x1F\\x7F-\\x9F';
// Some dialects do not count the byte order mark as white space.
const SPACE = '\\s\uFEFF';

/** One line of text without control characters. */
export const Name = Type.String({ minLength: 1, maxLength: 128, pattern: `^[^${CONTROL}]+$` });
/** No control characters, and no white space around it. */
export const ProjectName = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: `^[^${SPACE}${CONTROL}](?:[^${CONTROL}]*[^${SPACE}${CONTROL}])?$`,
  description: 'Name or id of a project',
});
/** At least one character that is not white space. */
export const Text = Type.String({ minLength: 1, pattern: '\\S' });
/** PostgreSQL keeps no U+0000. */
export const Tag = Type.String({ minLength: 1, maxLength: 128, pattern: '^[^\\x00]+$' });
export const MemoryTypeSchema = Type.Enum([...memoryTypes]);
export const Importance = Type.Number({ minimum: 0, maximum: 1 });
