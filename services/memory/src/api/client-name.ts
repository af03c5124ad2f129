import { randomUUID } from 'node:crypto';
import { isAgentId } from '@anima/service/schema';

/** Set by the route for the handler behind it, from what authentication found; never taken from a client. */
export const CONFINED_HEADER = 'x-anima-confined-agent';

/** The name a client gives itself, where it can be the id of an agent: "claude-code". */
export function namedAgent(name: unknown): string | null {
  return typeof name === 'string' && isAgentId(name) ? (HOOK_NAMES.get(name) ?? name) : null;
}

/** Names that tools have over MCP, with the name that their hooks use (recorded from Codex 0.171.0 and Copilot CLI 1.0.102). */
const HOOK_NAMES: ReadonlyMap<string, string> = new Map([
  ['codex-mcp-client', 'codex'],
  ['copilot-cli', 'copilot'],
]);

/**
 * Before revision 2026-07-28 a client says its name only in the handshake, and every request stands alone here. So
 * the handshake hands the name out as the session's id, and the client brings it along: nothing is kept, nothing
 * expires, a restart is not noticed. It is what the client says of itself and proves nothing; access tokens do.
 */
export function sessionIdFor(clientName: string): string {
  return `${randomUUID()}.${Buffer.from(clientName).toString('base64url')}`;
}

export function agentOfSession(sessionId: string): string | null {
  return namedAgent(Buffer.from(sessionId.split('.')[1] ?? '', 'base64url').toString());
}
