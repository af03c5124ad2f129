import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@anima/service/errors';
import { createValueCheck } from '@anima/service/schema';
import { Name } from '../memory/memory-fields.js';
import type { CacheMode } from '../proxy/cached-answers.js';
import { projectIn } from './current-project.js';
import { type HeaderReader, headerReader } from './header-reader.js';

/** What the headers of a proxied request ask for. */
export interface ProxyHeaders {
  project: string | null;
  conversationId: string | null;
  recalls: boolean;
  stores: boolean;
  cache: CacheMode;
}

export const TOKEN_HEADER = 'X-Anima-Token';

const memoryModes = ['off', 'recall', 'store', 'both'] as const;
const cacheModes = ['off', 'exact', 'semantic'] as const;
/** Session ids that Claude Code and Codex send with each request. */
const SESSION_HEADERS = ['x-claude-code-session-id', 'session_id', 'session-id', 'conversation_id'];

const isName = createValueCheck(Name, 'conversation');

/** @throws AppError for a value that is not allowed. */
export function readProxyHeaders(headers: IncomingHttpHeaders): ProxyHeaders {
  const reader = headerReader(headers);
  const memory = choice(reader, 'X-Anima-Memory', memoryModes, 'both');
  const named = reader.get('X-Anima-Conversation');
  if (named !== null && isName(named).length > 0) {
    const message = 'Expected 1 to 128 characters for X-Anima-Conversation';
    throw new AppError('validation_failed', message, { errors: [{ path: 'X-Anima-Conversation', message }] });
  }
  const session = SESSION_HEADERS.map((name) => reader.get(name)).find(
    (value) => value !== null && isName(value).length === 0,
  );
  return {
    project: projectIn(reader),
    conversationId: named ?? session ?? null,
    recalls: memory === 'recall' || memory === 'both',
    stores: memory === 'store' || memory === 'both',
    cache: choice(reader, 'X-Anima-Cache', cacheModes, 'off'),
  };
}

function choice<Value extends string>(
  headers: HeaderReader,
  name: string,
  values: readonly Value[],
  otherwise: Value,
): Value {
  const given = headers.get(name)?.trim().toLowerCase();
  if (given === undefined) return otherwise;
  const value = values.find((each) => each === given);
  if (value !== undefined) return value;
  const message = `Expected ${values.join(', ')} for ${name}`;
  throw new AppError('validation_failed', message, { errors: [{ path: name, message }] });
}

/** Headers for this service, which the upstream does not receive. */
export const isOwnHeader = (name: string): boolean => name.startsWith('x-anima-') || name === 'x-agent-id';
