import { randomUUID } from 'node:crypto';
import { isAgentId } from '@anima/service/schema';

/** The route sets this header from the authentication; the value of a client is never used. */
export const CONFINED_HEADER = 'x-anima-confined-agent';

/** Returns the name of a client if it is a valid agent id, such as "claude-code". */
export function namedAgent(name: unknown): string | null {
  return typeof name === 'string' && isAgentId(name) ? (HOOK_NAMES.get(name) ?? name) : null;
}

/** MCP names of tools with the names in their hooks (Codex 0.171.0 and Copilot CLI 1.0.102). */
const HOOK_NAMES: ReadonlyMap<string, string> = new Map([
  ['codex-mcp-client', 'codex'],
  ['copilot-cli', 'copilot'],
]);

/**
 * Returns a session id that contains the client's name. Before revision 2026-07-28 a client sends its name
 * only in the handshake, and requests are independent here. The client returns the session id with each
 * request, so no state is stored, it never expires, and it survives restarts. It is only a claim of the
 * client; access tokens prove an identity.
 */
export function sessionIdFor(clientName: string): string {
  return `${randomUUID()}.${Buffer.from(clientName).toString('base64url')}`;
}

export function agentOfSession(sessionId: string): string | null {
  return namedAgent(Buffer.from(sessionId.split('.')[1] ?? '', 'base64url').toString());
}
