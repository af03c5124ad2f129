import { expect, it } from 'vitest';
import { agentOfSession, namedAgent, sessionIdFor } from './client-name.js';

it.each([
  ['codex-mcp-client', 'codex'],
  ['copilot-cli', 'copilot'],
  ['claude-code', 'claude-code'],
  ['', null],
  [undefined, null],
])('names the agent %s as hooks do: %s', (client, agent) => {
  expect(namedAgent(client)).toBe(agent);
  if (client) expect(agentOfSession(sessionIdFor(client))).toBe(agent);
});
