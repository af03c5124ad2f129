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
import { strictnesses } from './domain/cache/strictness.js';
import { secretPolicies } from './domain/secrets/secrets.js';

const KIB = 1024;

/** All environment variables of the memory service. `--help` prints this table. */
export const settings = defineSettings(
  {
    MEMORY_HOST: stringSetting({
      default: '127.0.0.1',
      help: 'Address to listen on; elsewhere than loopback needs MEMORY_API_TOKEN',
    }),
    MEMORY_PORT: integerSetting({
      min: 0,
      max: 65_535,
      default: 9090,
      help: 'Port to listen on; 0 takes a free one',
    }),
    MEMORY_DATA_DIR: pathSetting({
      default: join(process.env.ANIMA_HOME || join(homedir(), '.anima'), 'memory'),
      defaultText: '~/.anima/memory',
      help: 'Folder of the database and its index; under ANIMA_HOME if that is set',
    }),
    MEMORY_DATABASE_URL: postgresUrlSetting({
      help: 'PostgreSQL with pgvector, shared by any number of processes, each with its own MEMORY_DATA_DIR; without it all is kept in that folder, for one process',
    }),
    MEMORY_DATABASE_CONNECTIONS: integerSetting({
      min: 2,
      max: 500,
      default: 10,
      help: 'Most connections of this process to MEMORY_DATABASE_URL, beside one that listens',
    }),
    MEMORY_API_TOKEN: secretSetting({
      help: 'Bearer tokens, separated by commas, each optionally agent=token',
    }),
    MEMORY_ALLOWED_ORIGINS: originListSetting({
      default: [],
      defaultText: 'none',
      help: 'Pages on these origins may call the service and read its answers, separated by blanks or commas, as http://127.0.0.1:8765; where unset, a start of both services names those of the avatar service, for its page /live',
    }),
    MEMORY_EMBEDDING_MODEL: stringSetting({
      default: 'bge-small-en-v1.5-int8',
      help: 'Embedding model, by its name in models/registry.json; after a change, `npm run reindex` once',
    }),
    MEMORY_CACHE_URL: engineUrlSetting({
      schemes: ['redis', 'rediss'],
      example: 'redis://:password@host:6379/0',
      help: 'Redis or Valkey that several processes share: answers of repeated writes, heartbeats, vectors of questions. While it is away all goes on, slower',
    }),
    MEMORY_BUS_URL: secretSetting({
      help: 'NATS with JetStream that events are published to, as nats://user:password@host:4222/name; name (default anima_memory) is that of the stream',
    }),
    MEMORY_EMBEDDINGS_URL: stringSetting({
      defaultText: 'none',
      help: 'An OpenAI-compatible server that embeds instead of this machine, as http://127.0.0.1:11434/v1, with MEMORY_EMBEDDING_MODEL as the name of the model there; it gets every text. http only within private networks',
    }),
    MEMORY_EMBEDDINGS_API_KEY: secretSetting({ help: 'Bearer token for MEMORY_EMBEDDINGS_URL' }),
    MEMORY_EMBEDDINGS_DIMENSIONS: integerSetting({
      min: 1,
      max: 16_384,
      defaultText: 'those of the model',
      help: 'Asked of MEMORY_EMBEDDINGS_URL, where its model can shorten its vectors',
    }),
    MEMORY_EMBEDDINGS_MAX_TOKENS: integerSetting({
      min: 32,
      max: 32_768,
      default: 256,
      help: 'Of a text that MEMORY_EMBEDDINGS_URL gets at once, at three characters a token; a longer one has several vectors',
    }),
    MEMORY_AGENT_ISOLATION: enumSetting({
      values: ['off', 'on'],
      default: 'off',
      help: 'on: a token agent=token sees and changes that agent’s memories, sees what is shared with it, and nothing else; a token without an agent is an administrator’s. off: every token may do everything',
    }),
    MEMORY_SECRETS: enumSetting({
      values: secretPolicies,
      default: 'warn',
      help: 'What happens to a content that holds a credential; in files of other tools it is always redacted',
    }),
    MEMORY_MAX_CONTENT_BYTES: integerSetting({
      min: 1,
      max: 1024 * KIB,
      default: 64 * KIB,
      help: 'Largest content',
    }),
    MEMORY_MAX_QUERY_BYTES: integerSetting({
      min: 1,
      max: 64 * KIB,
      default: 8 * KIB,
      help: 'Longest query',
    }),
    MEMORY_MAX_BODY_BYTES: integerSetting({
      min: KIB,
      max: 64 * 1024 * KIB,
      default: 1024 * KIB,
      help: 'Largest request body',
    }),
    MEMORY_AGENT_TIMEOUT_SECONDS: integerSetting({
      min: 1,
      max: 86_400,
      default: 90,
      help: 'An agent is connected while it was heard within this time',
    }),
    MEMORY_EMBEDDING_WORKERS: integerSetting({
      min: 1,
      max: 16,
      default: 1,
      help: 'Threads that embed, each with its own copy of the model (about 60 MB)',
    }),
    MEMORY_FILE_ROOTS: pathListSetting({
      defaultText: 'the home and MEMORY_DATA_DIR',
      help: 'Folders in which archives are written and files are read',
    }),
    MEMORY_USER_HOME: pathSetting({
      default: homedir(),
      defaultText: 'the home',
      help: 'Home of the user whose tools are asked for their memory, where that is another one',
    }),
    MEMORY_SCAN_ROOTS: pathListSetting({
      default: [homedir()],
      defaultText: 'the home',
      help: 'Folders in which projects are looked for by the onboarding scan',
    }),
    MEMORY_CACHE_STRICTNESS: enumSetting({
      values: strictnesses,
      default: 'normal',
      help: 'How alike two questions must be to be answered alike, where a check says nothing of it; figures in docs/judging.md',
    }),
    MEMORY_CACHE_CONFIRM: enumSetting({
      values: ['off', 'model'],
      default: 'off',
      help: 'model: the configured judge is asked before a response to other words is answered; where it does not say yes in time, that is a miss',
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
      help: 'Responses in the semantic cache; beyond that the one unused for longest goes',
    }),
    MEMORY_CACHE_MAX_BYTES: integerSetting({
      min: KIB,
      max: 64 * 1024 * 1024 * KIB,
      default: 256 * 1024 * KIB,
      help: 'Size of the semantic cache',
    }),
    MEMORY_CACHE_TTL_SECONDS: integerSetting({
      min: 1,
      max: 10 * 365 * 86_400,
      default: 7 * 86_400,
      help: 'How long a cached response lives unless its ttl_seconds says otherwise',
    }),
    MEMORY_AUDIT_RUNS: integerSetting({
      min: 1,
      max: 10_000,
      default: 100,
      help: 'Past audits that are kept; beyond that the oldest go, but for those that hold the finding of a suppression',
    }),
    MEMORY_JUDGE_URL: stringSetting({
      defaultText: 'none',
      help: 'An OpenAI-compatible server whose model is asked about pairs that the rules leave open, as http://127.0.0.1:11434/v1; it gets the texts of both memories. http only within private networks',
    }),
    MEMORY_JUDGE_MODEL: stringSetting({
      defaultText: 'none',
      help: 'With MEMORY_JUDGE_URL the name of the model there; alone a GGUF file, or the name of a judge that `anima models` fetched, to be run here',
    }),
    MEMORY_JUDGE_API_KEY: secretSetting({ help: 'Bearer token for MEMORY_JUDGE_URL' }),
    MEMORY_JUDGE_MAX_PAIRS: integerSetting({
      min: 0,
      max: 100_000,
      default: 200,
      help: 'Pairs that one audit asks the model about; what it answered before is not asked again',
    }),
    MEMORY_JUDGE_SECONDS: integerSetting({
      min: 1,
      max: 86_400,
      default: 120,
      help: 'How long one audit asks the model; then the rest stays undecided',
    }),
    MEMORY_URL: stringSetting({
      defaultText: 'of MEMORY_HOST and MEMORY_PORT',
      help: 'Only for npm run mcp: the service it speaks to; it then starts none of its own',
    }),
    MEMORY_AGENT_ID: stringSetting({
      defaultText: 'the name of the client',
      help: 'Only for npm run mcp: the agent it speaks for',
    }),
    ANIMA_PROJECT: stringSetting({
      defaultText: 'the project of the working folder, if a connected tool starts it',
      help: 'Only for npm run mcp: the project that remember, project_context and audit use unless a call names another',
    }),
    AVATAR_URL: stringSetting({
      default: 'http://127.0.0.1:8765',
      help: 'The avatar service behind the MCP tools speak, render, voices and faces; off: they are not listed',
    }),
    AVATAR_SERVICE_TOKEN: secretSetting({
      help: 'Bearer token for AVATAR_URL, where the avatar service has one',
    }),
  },
  // Other settings of the avatar service are not read.
  { prefixes: ['MEMORY_'] },
);

export type MemoryConfig = ReturnType<typeof settings.parse>;
