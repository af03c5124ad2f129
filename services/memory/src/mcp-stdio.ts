import '@anima/service/small-heap';
import { parseAccessTokens } from '@anima/service/access-token';
import { AppError } from '@anima/service/errors';
import { makeFilesPrivate } from '@anima/service/files';
import { readVersion, runUntilStopped } from '@anima/service/process';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { type MemoryConfig, settings } from './config.js';
import { namedAgent } from './http/client-name.js';
import { isCurrentProject } from './http/current-project.js';
import { createAvatarTools } from './mcp/avatar-tools.js';
import { CheckedLines } from './mcp/checked-lines.js';
import { createToolForwarder } from './mcp/forward-tool.js';
import { createMcpServer } from './mcp/mcp-server.js';
import { createServiceLink } from './mcp/service-link.js';

const version = readVersion(new URL('../package.json', import.meta.url));

/**
 * Runs MCP over stdio. The tools run on the memory service that is running, or on a service in this process.
 * Only the protocol is written to stdout. Exits at the end of its input, or on a signal.
 */
function main(): void {
  makeFilesPrivate();
  const config = settings.parse(process.env);
  const agentId = config.MEMORY_AGENT_ID ?? null;
  if (agentId !== null && namedAgent(agentId) === null)
    throw new AppError(
      'invalid_configuration',
      'MEMORY_AGENT_ID: expected 1 to 128 printable ASCII characters',
    );
  const project = config.ANIMA_PROJECT ?? null;
  if (project !== null && !isCurrentProject(project))
    throw new AppError(
      'invalid_configuration',
      'ANIMA_PROJECT: expected a name of 1 to 200 characters without control characters',
    );
  const link = createServiceLink({
    url: addressOf(config),
    start: config.MEMORY_URL === undefined ? () => startHere(config) : null,
  });
  const runTool = createToolForwarder({
    link,
    tokens: parseAccessTokens(config.MEMORY_API_TOKEN ?? ''),
    version,
    onError: (error) => console.error(error),
  });
  const runAvatarTool = createAvatarTools(config);
  const lines = new CheckedLines((error) => {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
  });
  const transport = new StdioServerTransport(process.stdin.pipe(lines), process.stdout);
  const connection = serveStdio(
    () => createMcpServer({ version, agentId, project, runTool, runAvatarTool }),
    {
      transport,
      onerror: (error) => console.error(`MCP: ${error.message}`),
    },
  );
  // Starts now, so that the first call does not wait for it. A call reports the error if it failed.
  link.reach().then(
    (url) => console.error(`Anima memory answers at ${url}`),
    (error: unknown) => console.error(error instanceof AppError ? error.message : error),
  );
  let closed: Promise<void> | null = null;
  const close = () => {
    closed ??= connection.close().then(() => link.close());
    return closed;
  };
  runUntilStopped(close);
  const end = () =>
    close().then(
      () => process.exit(),
      (error: unknown) => {
        console.error('stopping failed:', error);
        process.exit(1);
      },
    );
  process.stdin.once('end', end);
  process.stdin.once('close', end);
  process.stdout.once('error', end);
}

/** Returns MEMORY_URL, or else the address at which the service of these settings would listen. */
function addressOf({ MEMORY_URL, MEMORY_HOST, MEMORY_PORT }: MemoryConfig): string | null {
  if (MEMORY_URL !== undefined) {
    if (!/^https?:\/\//i.test(MEMORY_URL) || !URL.canParse(MEMORY_URL))
      throw new AppError('invalid_configuration', 'MEMORY_URL: expected an http or https address');
    return MEMORY_URL.replace(/(?<!\/)\/+$/, '');
  }
  if (MEMORY_PORT === 0) return null;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[MEMORY_HOST] ?? MEMORY_HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${MEMORY_PORT}`;
}

/**
 * Starts a service in this process. The import is lazy, because a bridge to another process needs neither the
 * model nor the database.
 */
async function startHere(config: MemoryConfig) {
  const { startMemoryService } = await import('./start-service.js');
  return startMemoryService(config, { logStream: process.stderr });
}

try {
  main();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
