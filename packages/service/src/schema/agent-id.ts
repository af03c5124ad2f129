import Type from 'typebox';

const MAX_LENGTH = 128;
const PATTERN = '^[!-~](?:[ -~]*[!-~])?$';
const pattern = new RegExp(PATTERN);

/** How agents are called: printable ASCII without spaces around it. */
export const AgentId = Type.String({ minLength: 1, maxLength: MAX_LENGTH, pattern: PATTERN });

export function isAgentId(text: string): boolean {
  return text.length <= MAX_LENGTH && pattern.test(text);
}
