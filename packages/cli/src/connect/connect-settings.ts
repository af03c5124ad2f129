import { readPrivateJson, settingsPath, writePrivateFile } from './own-files.js';

export interface AccessToken {
  /** Whose it is; a service that knows tokens of agents takes no other name with it. */
  agent: string | null;
  token: string;
}

/** What the hooks go by. Kept in a file of ours, because the tools run them with an environment of their own. */
export interface ConnectSettings {
  /** The memory service. */
  url: string;
  token: AccessToken | null;
  /** Tokens that one injection may take. */
  budgetTokens: number;
  /** Milliseconds that an injection may wait for the memory service; null: the default of each event. */
  patienceMs: number | null;
  /** Folders in which nothing is stored or injected, with all below them. */
  off: readonly string[];
  /** By the root of a repository or folder: the project that its memories belong to, where somebody chose it. */
  projects: Readonly<Record<string, string>>;
  /** Memories that are not injected again: `anima log --undo`. */
  hidden: readonly string[];
}

const DEFAULT_URL = 'http://127.0.0.1:9090';
const DEFAULT_BUDGET_TOKENS = 800;
const MAX_BUDGET_TOKENS = 20_000;
const MAX_PATIENCE_MS = 60_000;
/** Of folders, projects, and hidden memories; the oldest go. */
const MAX_LISTED = 1_000;

/**
 * The environment comes first, then the file, then the defaults. What makes no sense in the file is not there. A token of the file goes to
 * the service it was kept for alone: some tools take their environment from the folder that is worked in.
 */
export function readConnectSettings(home: string, env: NodeJS.ProcessEnv = process.env): ConnectSettings {
  const kept = readPrivateJson(settingsPath(home)) ?? {};
  const keptUrl = (textOf(kept.url) ?? DEFAULT_URL).replace(/\/$/, '');
  const url = textOf(env.MEMORY_URL)?.replace(/\/$/, '') ?? urlOfPort(env) ?? keptUrl;
  const keptToken = url === keptUrl ? textOf(kept.token) : null;
  const token = textOf(env.MEMORY_API_TOKEN) ?? keptToken;
  return {
    url,
    token: token === null ? null : accessTokenIn(token),
    budgetTokens: numberOf(env.ANIMA_HOOK_TOKENS, MAX_BUDGET_TOKENS) ?? DEFAULT_BUDGET_TOKENS,
    patienceMs: numberOf(env.ANIMA_HOOK_MS, MAX_PATIENCE_MS),
    off: textsOf(kept.off),
    projects: Object.fromEntries(projectsOf(kept.projects)),
    hidden: textsOf(kept.hidden),
  };
}

/** Changes what is kept in the file; what the environment says is not written. */
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
  const kept = readPrivateJson(settingsPath(home)) ?? {};
  const bounded = (list: readonly string[] | undefined) =>
    list === undefined ? undefined : list.slice(-MAX_LISTED);
  const next = { ...kept, ...change };
  const listed = {
    ...next,
    off: bounded(change.off) ?? kept.off,
    projects: Object.fromEntries(projectsOf(next.projects).slice(-MAX_LISTED)),
    hidden: bounded(change.hidden) ?? kept.hidden,
  };
  writePrivateFile(settingsPath(home), `${JSON.stringify(listed, null, 2)}\n`);
}

function urlOfPort({ MEMORY_PORT: port }: NodeJS.ProcessEnv): string | null {
  return port === undefined || !/^[1-9]\d{0,4}$/.test(port) ? null : `http://127.0.0.1:${port}`;
}

/** Of several tokens the one that is no agent's, as the service writes them: `token,agent=token`. */
export function accessTokenIn(tokens: string): AccessToken {
  const each = tokens.split(',').map((entry): AccessToken => {
    // As the service reads them (packages/service/src/access-token.ts): only "=" behind it is the padding of base64.
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
