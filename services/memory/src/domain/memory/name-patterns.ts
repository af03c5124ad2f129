// In words that every dialect of regular expressions reads alike, generators of clients included.
const CONTROL = '\\x00-\\x1F\\x7F-\\x9F';
// Some dialects do not count the byte order mark as white space.
const SPACE = '\\s\uFEFF';

/** One line of text without control characters. */
export const ONE_LINE = `^[^${CONTROL}]+$`;
/** No control characters, and no white space around it. */
export const PROJECT_NAME = `^[^${SPACE}${CONTROL}](?:[^${CONTROL}]*[^${SPACE}${CONTROL}])?$`;
/** Printable ASCII without spaces around it. */
export const AGENT_NAME = '^[!-~](?:[ -~]*[!-~])?$';
