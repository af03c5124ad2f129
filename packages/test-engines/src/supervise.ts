// node supervise.js OWNER UID FOLDER COMMAND ARGS...: runs a server for as long as the process OWNER lives, so that a test run that was
// killed leaves none behind. The server's pid is written into FOLDER, where its log is too.
import { spawn } from 'node:child_process';
import { openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lives } from './lives.js';

const [owner = '', uid = '', folder = '', command = '', ...args] = process.argv.slice(2);
const log = openSync(join(folder, 'log'), 'a');
const server = spawn(command, args, {
  cwd: folder,
  stdio: ['ignore', log, log],
  ...(uid === '' ? {} : { uid: Number(uid), gid: Number(uid) }),
});
writeFileSync(join(folder, 'pid.new'), String(server.pid));
renameSync(join(folder, 'pid.new'), join(folder, 'pid'));
server.once('exit', () => process.exit());

setInterval(() => {
  if (!lives(Number(owner))) server.kill('SIGKILL');
}, 1000);
