import { join } from 'node:path';
import type { ServiceHost, SystemService } from './system-service.js';

const UNIT = 'anima.service';
/** Services finish their requests and release their jobs within this time. */
const STOP_SECONDS = 40;

/** Describes a user unit: it needs no rights of an administrator. */
export function systemdService(host: ServiceHost): SystemService {
  const systemctl = (...args: string[]) => ['systemctl', '--user', ...args] as const;
  return {
    file: join(host.configHome ?? join(host.home, '.config'), 'systemd', 'user', UNIT),
    content: unitText(host),
    start: [systemctl('daemon-reload'), systemctl('enable', UNIT), systemctl('restart', UNIT)],
    stop: [systemctl('disable', '--now', UNIT)],
    forget: [systemctl('daemon-reload')],
    state: systemctl('show', '--property=ActiveState', '--value', UNIT),
    running: /^active$/m,
    hint: 'It stops when you log out. To run it from the boot on: loginctl enable-linger. Logs: journalctl --user -u anima',
  };
}

function unitText({ node, program, settingsFile, path }: ServiceHost): string {
  const command = [node, `--env-file=${settingsFile}`, program, 'start'];
  return `# Written by \`anima service install\`. Settings are in ${commented(settingsFile)}.
[Unit]
Description=Anima: memory and a face for AI agents
StartLimitIntervalSec=120
StartLimitBurst=5

[Service]
Type=exec
ExecStart=${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}
Environment=${quoted(`PATH=${path}`)}
Restart=on-failure
RestartSec=5
TimeoutStopSec=${STOP_SECONDS}
# The command stops the services; the others of their processes end with them.
KillMode=mixed
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`;
}

/** Quotes a word: systemd expands specifiers (%h) also within quotes. */
const quoted = (word: string): string =>
  `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;

/** A backslash at the end of a comment would continue it in the next line. */
const commented = (text: string): string => text.replaceAll('\\', '/');
