import { readPrivateJson, settingsPath, writePrivateFile } from './own-files.js';

export interface AccessToken {
  /** The agent that owns the token, which the service accepts for this agent id only; null for a general token. */
  agent: string | null;
  token: string;
}

/** Settings of hooks. They are stored in a file, because tools run hooks with their own environment. */
export interface ConnectSettings {
  /** Address of the memory service. */
  url: string;
  token: AccessToken | null;
  /** Maximum number of tokens of one injection. */
  budgetTokens: number;
  /** Milliseconds that an injection may wait for the memory service; null: the default of each event. */
  patienceMs: number | null;
  /** Folders in which, and below which, memory is off. */
  off: readonly string[];
  /** Projects that the user chose, by the root of a repository or folder. */
  projects: Readonly<Record<string, string>>;
  /** Ids of memories that are never injected again (`anima log --undo`). */
  hidden: readonly string[];
}

const DEFAULT_URL = 'http://127.0.0.1:9090';
const DEFAULT_BUDGET_TOKENS = 800;
const MAX_BUDGET_TOKENS = 20_000;
const MAX_PATIENCE_MS = 60_000;
/** Maximum number of folders, projects and hidden memories; the oldest are dropped. */
const MAX_LISTED = 1_000;

/**
 * Reads settings from the environment, then the file, then the defaults; invalid values in the file are ignored. The token in
 * the file is sent to the address in the file only, because some tools read their environment from the folder of the user's
 * project.
 */
export function readConnectSettings(home: string, env: NodeJS.ProcessEnv = process.env): ConnectSettings {
  const stored = readPrivateJson(settingsPath(home)) ?? {};
  const storedUrl = (textOf(stored.url) ?? DEFAULT_URL).replace(/\/$/, '');
  const url = textOf(env.MEMORY_URL)?.replace(/\/$/, '') ?? urlOfPort(env) ?? storedUrl;
  const storedToken = url === storedUrl ? textOf(stored.token) : null;
  const token = textOf(env.MEMORY_API_TOKEN) ?? storedToken;
  return {
    url,
    token: token === null ? null : accessTokenIn(token),
    budgetTokens: numberOf(env.ANIMA_HOOK_TOKENS, MAX_BUDGET_TOKENS) ?? DEFAULT_BUDGET_TOKENS,
    patienceMs: numberOf(env.ANIMA_HOOK_TIMEOUT_MS || env.ANIMA_HOOK_MS, MAX_PATIENCE_MS),
    off: textsOf(stored.off),
    projects: Object.fromEntries(projectsOf(stored.projects)),
    hidden: textsOf(stored.hidden),
  };
}

/** Changes settings in the file. Values of the environment are not written. */
export function keepConnectSettings(
  home: string,
  change: {
    url?: string;
    token?: string;
    off?: readonly string[];
    projects?: Readonly<Record<string, string>>;
    hidden?: readonly string[];
  },
): void {
  const stored = readPrivateJson(settingsPath(home)) ?? {};
  const bounded = (list: readonly string[] | undefined) =>
    list === undefined ? undefined : list.slice(-MAX_LISTED);
  const next = { ...stored, ...change };
  const listed = {
    ...next,
    off: bounded(change.off) ?? stored.off,
    projects: Object.fromEntries(projectsOf(next.projects).slice(-MAX_LISTED)),
    hidden: bounded(change.hidden) ?? stored.hidden,
  };
  writePrivateFile(settingsPath(home), `${JSON.stringify(listed, null, 2)}\n`);
}

function urlOfPort({ MEMORY_PORT: port }: NodeJS.ProcessEnv): string | null {
  return port === undefined || !/^[1-9]\d{0,4}$/.test(port) ? null : `http://127.0.0.1:${port}`;
}

/** Returns the general token of a list such as `token,agent=token`, else the first token. */
export function accessTokenIn(tokens: string): AccessToken {
  const each = tokens.split(',').map((entry): AccessToken => {
    // Same rule as packages/service/src/security/access-token.ts: a "=" with only "=" after it is base64 padding.
    const [, agent, token] = /^([^=]*)=(?==*[^=])([\s\S]*)$/.exec(entry.trim()) ?? [];
    return agent === undefined || token === undefined
      ? { agent: null, token: entry.trim() }
      : { agent, token };
  });
  return each.find(({ agent }) => agent === null) ?? each[0]!;
}

function numberOf(text: string | undefined, max: number): number | null {
  const number = text === undefined || !/^\d{1,9}$/.test(text) ? Number.NaN : Number(text);
  return number <= max ? number : null;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const projectsOf = (value: unknown): [string, string][] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).filter((each): each is [string, string] => textOf(each[1]) !== null);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
