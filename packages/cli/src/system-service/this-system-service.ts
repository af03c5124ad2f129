import { homedir } from 'node:os';
import { join } from 'node:path';
import { animaHome } from '../anima-home.js';
import { CommandFailure, EXIT } from '../failure.js';
import { launchdService } from './launchd-plist.js';
import type { ServiceHost, SystemService } from './system-service.js';
import { systemdService } from './systemd-unit.js';

/** Describes the service for the platform. @throws CommandFailure on a platform without a supported service manager */
export function systemServiceOf(host: ServiceHost): SystemService {
  if (/[\r\n]/.test(`${host.node}${host.program}${host.settingsFile}${host.path}`))
    throw new CommandFailure('not_possible', EXIT.refused, 'Expected paths without line breaks');
  if (host.platform === 'linux') return systemdService(host);
  if (host.platform === 'darwin') return launchdService(host);
  throw new CommandFailure(
    'not_possible',
    EXIT.refused,
    `Expected Linux (systemd) or macOS (launchd), received ${host.platform}. docs/install.md has the steps for Windows`,
  );
}

export function thisServiceHost(env: NodeJS.ProcessEnv, program: string): ServiceHost {
  const home = animaHome(env);
  return {
    platform: process.platform,
    home: env.HOME || homedir(),
    animaHome: home,
    node: process.execPath,
    program,
    settingsFile: join(home, 'service.env'),
    path: env.PATH ?? '',
    configHome: env.XDG_CONFIG_HOME || undefined,
    userId: process.getuid?.() ?? 0,
  };
}
