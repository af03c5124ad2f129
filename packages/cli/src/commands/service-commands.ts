import { callWithin } from '@anima/calls/signals';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Context } from '../context.js';
import type { CommandDefiner } from '../define-command.js';
import { EXIT } from '../exit-codes.js';
import { toFailureReport } from '../failure.js';
import { runningInBackground, startService, stopService } from '../programs/background-services.js';
import { environmentOf } from '../programs/pages-let-in.js';
import { mcpMain, type ServiceName, serviceMain, serviceNames } from '../programs/repository.js';
import { runHere } from '../programs/start-program.js';
import { dim, green, red, yellow } from '../terminal/output.js';

/** `start`, `stop`, `status`, `mcp`. */
export function serviceCommands(program: Command, { define }: CommandDefiner): void {
  define<[string | undefined], { background?: true }>(
    program,
    'start [service]',
    {
      summary: 'start the memory and the avatar service, or one of them',
      examples: ['anima start', 'anima start memory', 'anima start --background'],
      options: [new Option('-b, --background', 'they live on without this terminal; see: anima stop')],
    },
    async (context, { background }, name) => {
      const names = servicesOf(name);
      return background ? leaveRunning(context, names) : startHere(context, names);
    },
  );

  define<[string | undefined], { force?: true }>(
    program,
    'stop [service]',
    {
      summary: 'stop what was started in the background',
      examples: ['anima stop', 'anima stop avatar'],
      options: [new Option('--force', 'at once; jobs are taken up again at the next start')],
    },
    async (context, { force = false }, name) => {
      const { output, env, progress } = context;
      const stopped: { service: ServiceName; pid: number | null }[] = [];
      for (const service of servicesOf(name)) {
        progress.show(`Stopping the ${service} service`, null);
        stopped.push({ service, pid: (await stopService(service, env, force))?.pid ?? null });
      }
      progress.clear();
      output.answer({ stopped }, () => {
        for (const { service, pid } of stopped)
          if (pid === null) output.say(dim(`${service}: was not started in the background`));
          else output.say(green('Stopped '), `${service} (process ${pid})`);
      });
      return undefined;
    },
  );

  define(
    program,
    'status',
    {
      summary: 'whether the services run, and what they hold; exits with 5 where one does not answer',
      examples: ['anima status', 'anima status --json'],
      speaksTo: ['memory', 'avatar'],
    },
    showStatus,
  );

  define(
    program,
    'mcp',
    {
      summary: 'the MCP server over stdio, for tools that start one',
      examples: ['anima mcp', 'anima connect claude-code'],
    },
    // Where no memory service runs it starts one.
    async ({ env, signal }) =>
      runHere(process.execPath, [mcpMain], signal, (await environmentOf(['memory'], env)).env),
  );
}

function servicesOf(name: string | undefined): readonly ServiceName[] {
  if (name === undefined) return serviceNames;
  const found = serviceNames.find((each) => each === name);
  if (found === undefined) throw new InvalidArgumentError(`Expected memory or avatar, received ${name}`);
  return [found];
}

interface StartedService {
  service: ServiceName;
  pid: number;
  url: string;
  log: string;
  was_running: boolean;
}

async function leaveRunning({ env, output, progress, signal }: Context, names: readonly ServiceName[]) {
  const started: StartedService[] = [];
  let avatarUrl = (await runningInBackground('avatar', env))?.url ?? null;
  let remark: string | null = null;
  // The avatar service first: the memory service lets in the page that it serves.
  for (const service of names.toReversed()) {
    progress.show(`Starting the ${service} service`, null);
    const before = await runningInBackground(service, env);
    const { env: own, note } = await environmentOf([service], env, avatarUrl);
    const { pid, url, log } = before ?? (await startService(service, own, signal));
    if (service === 'avatar') avatarUrl = url;
    if (before === null) remark ??= note;
    started.unshift({ service, pid, url, log, was_running: before !== null });
  }
  progress.clear();
  output.answer({ started }, () => {
    for (const { service, pid, url, log, was_running } of started) {
      output.say(green(was_running ? 'Runs already: ' : 'Started '), `${service} at ${url}`);
      output.say(dim(`  process ${pid}, log ${log}`));
    }
  });
  if (remark !== null) output.note(yellow(remark));
  return undefined;
}

/** What ends one of them ends the other. */
async function startHere({ env, output, signal }: Context, names: readonly ServiceName[]): Promise<number> {
  const over = new AbortController();
  const { env: own, note } = await environmentOf(names, env);
  if (note !== null) output.note(yellow(note));
  const codes = await callWithin(undefined, [signal, over.signal], (either) =>
    Promise.all(
      names.map(async (name) => {
        const code = await runHere(process.execPath, [serviceMain(name)], either, own);
        over.abort();
        return code;
      }),
    ),
  );
  return Math.max(...codes);
}

async function showStatus(context: Context): Promise<number | undefined> {
  const { output } = context;
  const memory = await settled(async () => (await context.memory()).status());
  const avatar = await settled(async () => {
    const client = await context.avatar();
    const { version, engines, defaults } = await client.bootstrap();
    const running = await client.jobs.list({ status: 'running', page_size: 1 });
    const queued = await client.jobs.list({ status: 'queued', page_size: 1 });
    return {
      status: 'ok',
      version,
      engines,
      defaults,
      jobs: { running: running.total, queued: queued.total },
    };
  });
  output.answer(
    { memory: memory.value ?? { error: memory.failure }, avatar: avatar.value ?? { error: avatar.failure } },
    () => {
      if (memory.value !== null) {
        const { status, version, memories, agents, components } = memory.value;
        output.say(status === 'ok' ? green('memory  ok') : yellow('memory  degraded'), `  ${version}`);
        output.say(`  ${memories.active} memories, ${memories.projects} projects, ${agents.count} agents`);
        for (const [name, component] of Object.entries(components))
          if (component.status !== 'ok') output.say(yellow(`  ${name}: ${component.detail}`));
      } else output.say(red('memory  '), memory.failure.message);
      if (avatar.value !== null) {
        const { version, defaults, jobs } = avatar.value;
        output.say(green('avatar  ok'), `  ${version}`);
        output.say(
          `  voice ${defaults.voice}, face ${defaults.face}; ${jobs.running} jobs run, ${jobs.queued} wait`,
        );
      } else output.say(red('avatar  '), avatar.failure.message);
    },
  );
  const codes = [memory, avatar].map(({ failure }) => failure?.exit_code ?? 0);
  return codes.includes(EXIT.away) ? EXIT.away : Math.max(...codes);
}

type Settled<Value> =
  | { value: Value; failure: null }
  | { value: null; failure: ReturnType<typeof toFailureReport> };

async function settled<Value>(work: () => Promise<Value>): Promise<Settled<Value>> {
  try {
    return { value: await work(), failure: null };
  } catch (error) {
    return { value: null, failure: toFailureReport(error) };
  }
}
