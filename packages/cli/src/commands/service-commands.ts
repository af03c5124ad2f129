import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../context.js';
import { type CommandDefiners, flag } from '../define-command.js';
import { CommandFailure, EXIT, toFailureReport } from '../failure.js';
import { mcpMain, programs, type ServiceName, serviceNames } from '../programs/repository.js';
import { dim, green, red, yellow } from '../terminal/output.js';

/** `start`, `stop`, `status`, `doctor`, `mcp`, and programs with separate options. */
export function serviceCommands(program: Command, definers: CommandDefiners): void {
  const { define } = definers.calling();
  define(program, {
    line: 'start [service]',
    summary: 'start the memory and the avatar service, or one of them',
    examples: ['anima start', 'anima start memory', 'anima start --background'],
    options: { background: flag('run in the background; see: anima stop', { short: '-b' }) },
    run: async (context, { background }, name) => {
      const names = servicesOf(name);
      if (background) return runInBackground(context, names);
      const { runServices } = await loadServices();
      return runServices(context, names);
    },
  });
  define(program, {
    line: 'stop [service]',
    summary: 'stop services that run in the background',
    examples: ['anima stop', 'anima stop avatar'],
    options: { force: flag('stop immediately; jobs resume at the next start') },
    run: async ({ output, env, progress }, { force = false }, name) => {
      const { stopService } = await loadServices();
      const stopped: { service: ServiceName; pid: number | null }[] = [];
      for (const service of servicesOf(name)) {
        progress.show(`Stopping the ${service} service`, null);
        stopped.push({ service, pid: (await stopService(service, env, force))?.pid ?? null });
      }
      progress.clear();
      output.answer({ stopped }, () => {
        for (const { service, pid } of stopped)
          if (pid === null) output.say(dim(`${service}: does not run in the background`));
          else output.say(green('Stopped '), `${service} (process ${pid})`);
      });
    },
  });
  const both = definers.calling('memory', 'avatar');
  both.define(program, {
    line: 'status',
    summary: 'show whether the services run and their contents; exits with 5 if one is unreachable',
    examples: ['anima status', 'anima status --json'],
    run: showStatus,
  });
  both.define(program, {
    line: 'doctor',
    summary: 'check the installation and suggest fixes; exits with 1 if a check fails',
    examples: ['anima doctor', 'anima doctor --json'],
    run: diagnose,
  });
  define(program, {
    line: 'mcp',
    summary: 'run the MCP server over stdio, for tools that start one',
    examples: ['anima mcp', 'anima connect claude-code'],
    // The server starts a memory service if none runs.
    run: async ({ env, signal }) => {
      const { environmentOf } = await import('../programs/allowed-pages.js');
      const { runHere } = await import('../programs/start-program.js');
      return runHere(process.execPath, [mcpMain], signal, (await environmentOf(['memory'], env)).env);
    },
  });
  for (const [name, { main, summary, examples }] of Object.entries(programs))
    program
      .command(`${name} [arguments...]`)
      .description(summary)
      .allowUnknownOption()
      .helpOption(false)
      .addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`)
      .action(async (_arguments: string[], _options: object, command: Command) => {
        const { runHere } = await import('../programs/start-program.js');
        const code = await runHere(process.execPath, [main, ...command.args], new AbortController().signal);
        // sysexits.h 64 is a usage error, 2 an unreachable server. The program has printed its message.
        const ownCodes: Record<number, number> = { 64: EXIT.usage, 2: EXIT.away };
        if (code !== 0) throw new CommandFailure(name, ownCodes[code] ?? code, '');
      });
}

const loadServices = () => import('../programs/run-services.js');

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

async function runInBackground(
  { env, output, progress, signal }: Context,
  names: readonly ServiceName[],
): Promise<undefined> {
  const { runningInBackground, startInBackground } = await loadServices();
  const { environmentOf } = await import('../programs/allowed-pages.js');
  const started: StartedService[] = [];
  let avatarUrl = (await runningInBackground('avatar', env))?.url ?? null;
  let firstNote: string | null = null;
  // The avatar service starts first, because the memory service accepts requests of its page.
  for (const service of names.toReversed()) {
    progress.show(`Starting the ${service} service`, null);
    const before = await runningInBackground(service, env);
    const { env: own, note } = await environmentOf([service], env, avatarUrl);
    const { pid, url, log } = before ?? (await startInBackground(service, own, signal));
    if (service === 'avatar') avatarUrl = url;
    if (before === null) firstNote ??= note;
    started.unshift({ service, pid, url, log, was_running: before !== null });
  }
  progress.clear();
  output.answer({ started }, () => {
    for (const { service, pid, url, log, was_running } of started) {
      output.say(green(was_running ? 'Already running: ' : 'Started '), `${service} at ${url}`);
      output.say(dim(`  process ${pid}, log ${log}`));
    }
  });
  if (firstNote !== null) output.note(yellow(firstNote));
}

async function showStatus(context: Context): Promise<number> {
  const { output } = context;
  const memory = await settled(async () => (await context.memory()).status());
  const avatar = await settled(async () => {
    const client = await context.avatar();
    const { version, engines, defaults } = await client.bootstrap();
    const running = await client.jobs.list({ status: 'running', page_size: 1 });
    const queued = await client.jobs.list({ status: 'queued', page_size: 1 });
    const jobs = { running: running.total, queued: queued.total };
    return { status: 'ok', version, engines, defaults, jobs };
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
        output.say(`  voice ${defaults.voice}, face ${defaults.face}`);
        output.say(`  ${jobs.running} jobs running, ${jobs.queued} jobs queued`);
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

async function diagnose(context: Context): Promise<number> {
  const { runChecks: examine } = await import('../doctor/examine.js');
  const { output, progress } = context;
  const findings = await progress.during('Checking', () => examine(context));
  const isWell = findings.every(({ state }) => state !== 'wrong');
  output.answer({ well: isWell, findings }, () => {
    const marks = { well: green('✓ '), remark: yellow('! '), wrong: red('✗ ') };
    for (const { state, about, what, mend } of findings) {
      output.say(marks[state], `${about}: ${what}`);
      if (mend !== null) output.say(dim(`  ${mend}`));
    }
  });
  return isWell ? EXIT.done : EXIT.failed;
}
