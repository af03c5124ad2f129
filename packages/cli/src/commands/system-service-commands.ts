import type { Command } from 'commander';
import { type CommandDefiners, flag } from '../define-command.js';
import { EXIT } from '../failure.js';
import { dim, green, yellow } from '../terminal/output.js';

/** `service`: the services as a service of the system (systemd, launchd). */
export function systemServiceCommands(program: Command, definers: CommandDefiners): void {
  const { define, group } = definers.calling();
  const service = group(program, 'service', {
    summary: 'run both services as a service of the system: systemd on Linux, launchd on macOS',
    examples: ['anima service install', 'anima service status'],
  });
  define(service, {
    line: 'install',
    summary: 'start both services now and at each login; a second call applies changed settings',
    examples: ['anima service install', 'anima service install --write-only'],
    options: { writeOnly: flag('write the files, and start nothing') },
    run: async ({ env, output }, { writeOnly = false }) => {
      const { installService } = await loadManager();
      const { state, hint, keptSettings } = await installService(env, { isStarted: !writeOnly });
      output.answer(state, () => {
        output.say(green('Installed '), state.file);
        output.say(dim(`  settings: ${state.settings}${keptSettings ? ' (unchanged)' : ''}`));
        output.say(dim(`  ${hint}`));
      });
    },
  });
  define(service, {
    line: 'uninstall',
    summary: 'stop both services and remove the service; memories and settings stay',
    examples: ['anima service uninstall'],
    run: async ({ env, output }) => {
      const { uninstallService } = await loadManager();
      const state = await uninstallService(env);
      output.answer(state, () => {
        if (state.removed)
          output.say(green('Removed '), state.file, dim(`\n  settings stay: ${state.settings}`));
        else output.say(dim(`Not installed: ${state.file} does not exist`));
      });
    },
  });
  define(service, {
    line: 'status',
    summary: 'show whether the service is installed and runs; exits with 3 if it is not installed',
    examples: ['anima service status', 'anima service status --json'],
    run: async ({ env, output }) => {
      const { serviceState } = await loadManager();
      const state = await serviceState(env);
      output.answer(state, () => {
        if (!state.installed) output.say(yellow('Not installed. '), 'Install it with: anima service install');
        else output.say(state.running ? green('Running ') : yellow('Not running '), dim(state.file));
      });
      return state.installed ? EXIT.done : EXIT.notFound;
    },
  });
}

const loadManager = () => import('../system-service/manage-service.js');
