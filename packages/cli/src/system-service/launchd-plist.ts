import { join } from 'node:path';
import type { ServiceHost, SystemService } from './system-service.js';

const LABEL = 'local.anima.services';
const STOP_SECONDS = 40;
/** 077 in decimal: files are for their owner. */
const UMASK = 63;

/** Describes a launch agent: it runs while the user is logged in, and needs no rights of an administrator. */
export function launchdService(host: ServiceHost): SystemService {
  const file = join(host.home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const domain = `gui/${host.userId}`;
  return {
    file,
    content: plistText(host),
    start: [
      ['launchctl', 'bootstrap', domain, file],
      ['launchctl', 'kickstart', `${domain}/${LABEL}`],
    ],
    stop: [['launchctl', 'bootout', `${domain}/${LABEL}`]],
    forget: [],
    state: ['launchctl', 'print', `${domain}/${LABEL}`],
    running: /^[ \t]*state = running$/m,
    hint: `Log: ${logFile(host)}`,
  };
}

const logFile = ({ animaHome }: ServiceHost): string => join(animaHome, 'logs', 'service.log');

function plistText(host: ServiceHost): string {
  const { node, program, settingsFile, path } = host;
  const log = logFile(host);
  const command = [node, `--env-file=${settingsFile}`, program, 'start'];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((word) => `    <string>${escaped(word)}</string>`).join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>${escaped(path)}</string>
    <key>ANIMA_LOG_FILE</key>
    <string>${escaped(log)}</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ExitTimeOut</key>
  <integer>${STOP_SECONDS}</integer>
  <key>Umask</key>
  <integer>${UMASK}</integer>
  <key>StandardOutPath</key>
  <string>${escaped(log)}</string>
  <key>StandardErrorPath</key>
  <string>${escaped(log)}</string>
</dict>
</plist>
`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
