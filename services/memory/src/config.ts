import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  defineSettings,
  engineUrlSetting,
  enumSetting,
  integerSetting,
  originListSetting,
  pathListSetting,
  pathSetting,
  postgresUrlSetting,
  secretSetting,
  stringSetting,
} from '@anima/service/settings';
import { strictnesses } from './cache/strictness.js';
import { secretPolicies } from './secrets/secrets.js';

const KIB = 1024;

/** All environment variables of the memory service. `--help` prints this table. */
export const settings = defineSettings(
  {
    MEMORY_HOST: stringSetting({
      default: '127.0.0.1',
      help: 'Address to listen on; an address other than loopback requires MEMORY_API_TOKEN',
    }),
    MEMORY_PORT: integerSetting({
      min: 0,
      max: 65_535,
      default: 9090,
      help: 'Port to listen on; 0 selects a free port',
    }),
    MEMORY_DATA_DIR: pathSetting({
      default: join(process.env.ANIMA_HOME || join(homedir(), '.anima'), 'memory'),
      defaultText: '~/.anima/memory',
      help: 'Folder of the database and its index; under ANIMA_HOME if that is set',
    }),
    MEMORY_DATABASE_URL: postgresUrlSetting({
      help: 'PostgreSQL with pgvector, shared by any number of processes, each with its own MEMORY_DATA_DIR. Without it, data is stored in that folder, for one process',
    }),
    MEMORY_DATABASE_CONNECTIONS: integerSetting({
      min: 2,
      max: 500,
      default: 10,
      help: 'Maximum number of connections of this process to MEMORY_DATABASE_URL, plus one connection for notifications',
    }),
    MEMORY_API_TOKEN: secretSetting({
      help: 'Bearer tokens, separated by commas, each optionally agent=token',
    }),
    MEMORY_ALLOWED_ORIGINS: originListSetting({
      default: [],
      defaultText: 'none',
      help: 'Origins whose pages may call the service, separated by blanks or commas, such as http://127.0.0.1:8765. If unset, a start of both services allows the origins of the avatar service, for its page /live',
    }),
    MEMORY_EMBEDDING_MODEL: stringSetting({
      default: 'bge-small-en-v1.5-int8',
      help: 'Name of the embedding model in models/registry.json: bge-small-en-v1.5-int8 for English, multilingual-e5-small for 20 languages; after a change, run `anima reindex` once',
    }),
    MEMORY_CACHE_URL: engineUrlSetting({
      schemes: ['redis', 'rediss'],
      example: 'redis://:password@host:6379/0',
      help: 'Redis or Valkey that several processes share: responses of repeated writes, heartbeats, query embeddings. While it is unreachable, the service is slower',
    }),
    MEMORY_BUS_URL: secretSetting({
      help: 'NATS with JetStream to which events are published, such as nats://user:password@host:4222/name; name is the name of the stream, default anima_memory',
    }),
    MEMORY_EMBEDDINGS_URL: stringSetting({
      defaultText: 'none',
      help: 'OpenAI-compatible server that embeds instead of this machine, such as http://127.0.0.1:11434/v1, with MEMORY_EMBEDDING_MODEL as the name of its model. It receives every text. http only within private networks',
    }),
    MEMORY_EMBEDDINGS_API_KEY: secretSetting({ help: 'Bearer token for MEMORY_EMBEDDINGS_URL' }),
    MEMORY_EMBEDDINGS_DIMENSIONS: integerSetting({
      min: 1,
      max: 16_384,
      defaultText: 'number of the model',
      help: 'Requested from MEMORY_EMBEDDINGS_URL if its model can shorten its vectors',
    }),
    MEMORY_EMBEDDINGS_MAX_TOKENS: integerSetting({
      min: 32,
      max: 32_768,
      default: 256,
      help: 'Maximum size of one text for MEMORY_EMBEDDINGS_URL, at three characters per token; a longer text has several vectors',
    }),
    MEMORY_EMBEDDINGS_QUERY_PREFIX: stringSetting({
      defaultText: 'none',
      help: 'Text that MEMORY_EMBEDDINGS_URL receives, with a space, in front of a query, such as query: for models of the E5 family. After a change, run `anima reindex`',
    }),
    MEMORY_EMBEDDINGS_PASSAGE_PREFIX: stringSetting({
      defaultText: 'none',
      help: 'Text that MEMORY_EMBEDDINGS_URL receives, with a space, in front of a text to be stored, such as passage: for models of the E5 family. After a change, run `anima reindex`',
    }),
    MEMORY_AGENT_ISOLATION: enumSetting({
      values: ['off', 'on'],
      default: 'off',
      help: 'on: a token agent=token can read and change only the memories of that agent and read memories shared with it; a token without an agent belongs to an administrator. off: every token has all rights',
    }),
    MEMORY_SECRETS: enumSetting({
      values: secretPolicies,
      default: 'warn',
      help: 'Treatment of a content with a credential; in files of other tools it is always redacted',
    }),
    MEMORY_MAX_CONTENT_BYTES: integerSetting({
      min: 1,
      max: 1024 * KIB,
      default: 1_000_000,
      help: 'Maximum size of a content',
    }),
    MEMORY_MAX_QUERY_BYTES: integerSetting({
      min: 1,
      max: 64 * KIB,
      default: 8 * KIB,
      help: 'Maximum size of a query',
    }),
    MEMORY_MAX_BODY_BYTES: integerSetting({
      min: KIB,
      max: 64 * 1024 * KIB,
      default: 1024 * KIB,
      help: 'Maximum size of a request body',
    }),
    MEMORY_AGENT_TIMEOUT_SECONDS: integerSetting({
      min: 1,
      max: 86_400,
      default: 90,
      help: 'An agent counts as connected for this time after a heartbeat',
    }),
    MEMORY_EMBEDDING_WORKERS: integerSetting({
      min: 1,
      max: 16,
      default: 1,
      help: 'Number of embedding threads, each with its own copy of the model (about 60 MB)',
    }),
    MEMORY_FILE_ROOTS: pathListSetting({
      defaultText: 'the home and MEMORY_DATA_DIR',
      help: 'Folders in which the service may write archives and read files',
    }),
    MEMORY_USER_HOME: pathSetting({
      default: homedir(),
      defaultText: 'the home',
      help: 'Home directory of the user whose tools have memory files, if it is another user',
    }),
    MEMORY_SCAN_ROOTS: pathListSetting({
      default: [homedir()],
      defaultText: 'the home',
      help: 'Folders in which the onboarding scan searches for projects',
    }),
    MEMORY_CACHE_STRICTNESS: enumSetting({
      values: strictnesses,
      default: 'normal',
      help: 'Default similarity that two questions need for the same response; figures in docs/judging.md',
    }),
    MEMORY_CACHE_CONFIRM: enumSetting({
      values: ['off', 'model'],
      default: 'off',
      help: 'model: a hit with other words requires the confirmation of the configured judge; without a confirmation in time it is a miss',
    }),
    MEMORY_CACHE_CONFIRM_MS: integerSetting({
      min: 1,
      max: 600_000,
      default: 2_000,
      help: 'How long a check waits for that judge',
    }),
    MEMORY_CACHE_MAX_ENTRIES: integerSetting({
      min: 1,
      max: 1_000_000,
      default: 10_000,
      help: 'Maximum number of responses in the semantic cache; the least recently used response is evicted',
    }),
    MEMORY_CACHE_MAX_BYTES: integerSetting({
      min: KIB,
      max: 64 * 1024 * 1024 * KIB,
      default: 256 * 1024 * KIB,
      help: 'Maximum size of the semantic cache',
    }),
    MEMORY_CACHE_TTL_SECONDS: integerSetting({
      min: 1,
      max: 10 * 365 * 86_400,
      default: 7 * 86_400,
      help: 'Lifetime of a cached response without ttl_seconds',
    }),
    MEMORY_AUDIT_RUNS: integerSetting({
      min: 1,
      max: 10_000,
      default: 100,
      help: 'Maximum number of stored audits; the oldest are deleted, except audits with a suppressed finding',
    }),
    MEMORY_JUDGE_URL: stringSetting({
      defaultText: 'none',
      help: 'OpenAI-compatible server whose model judges pairs that the rules leave open, such as http://127.0.0.1:11434/v1. It receives the texts of both memories. http only within private networks',
    }),
    MEMORY_JUDGE_MODEL: stringSetting({
      defaultText: 'none',
      help: 'With MEMORY_JUDGE_URL: name of its model. Without it: a GGUF file, or the name of a judge that `anima models` fetched, run on this machine',
    }),
    MEMORY_JUDGE_API_KEY: secretSetting({ help: 'Bearer token for MEMORY_JUDGE_URL' }),
    MEMORY_JUDGE_MAX_PAIRS: integerSetting({
      min: 0,
      max: 100_000,
      default: 200,
      help: 'Maximum number of pairs that one audit sends to the model; earlier judgements are reused',
    }),
    MEMORY_JUDGE_SECONDS: integerSetting({
      min: 1,
      max: 86_400,
      default: 120,
      help: 'Time limit of the model in one audit; the remaining pairs stay undecided',
    }),
    MEMORY_PROXY_OPENAI: stringSetting({
      defaultText: 'off',
      help: 'Upstream of /proxy/openai/v1: the address of OpenAI or of a server with its protocol, such as https://api.openai.com/v1. http only within private networks',
    }),
    MEMORY_PROXY_ANTHROPIC: stringSetting({
      defaultText: 'off',
      help: 'Upstream of /proxy/anthropic: the address of Anthropic or of a server with its protocol, such as https://api.anthropic.com. http only within private networks',
    }),
    MEMORY_PROXY_TOKENS: integerSetting({
      min: 100,
      max: 100_000,
      default: 800,
      help: 'Maximum size of the memories that the proxy adds to a message, in tokens',
    }),
    MEMORY_PROXY_RECALL_MS: integerSetting({
      min: 10,
      max: 60_000,
      default: 500,
      help: 'A proxied request waits at most this time for its memories; then it is sent without them',
    }),
    MEMORY_PROXY_TIMEOUT_SECONDS: integerSetting({
      min: 1,
      max: 3_600,
      default: 600,
      help: 'A proxied request ends if the upstream sends nothing for this time',
    }),
    MEMORY_PROXY_MAX_BODY_BYTES: integerSetting({
      min: KIB,
      max: 256 * 1024 * KIB,
      default: 32 * 1024 * KIB,
      help: 'Maximum size of the body of a proxied request, which can contain images',
    }),
    MEMORY_URL: stringSetting({
      defaultText: 'address from MEMORY_HOST and MEMORY_PORT',
      help: 'Only for npm run mcp: address of the service; it then starts no service itself',
    }),
    MEMORY_AGENT_ID: stringSetting({
      defaultText: 'the name of the client',
      help: 'Only for npm run mcp: the agent in whose name it calls',
    }),
    ANIMA_PROJECT: stringSetting({
      defaultText: 'the project of the working folder, if a connected tool starts it',
      help: 'Only for npm run mcp: the project that remember, project_context and audit use unless a call names another',
    }),
    AVATAR_URL: stringSetting({
      default: 'http://127.0.0.1:8765',
      help: 'Address of the avatar service for the MCP tools speak, render, voices and faces; off: they are not listed',
    }),
    AVATAR_SERVICE_TOKEN: secretSetting({
      help: 'Bearer token for AVATAR_URL, if the avatar service requires one',
    }),
  },
  // Other settings of the avatar service are not read.
  { prefixes: ['MEMORY_'] },
);

export type MemoryConfig = ReturnType<typeof settings.parse>;
