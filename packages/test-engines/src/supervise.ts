// node supervise.js OWNER UID FOLDER COMMAND ARGS...: runs a server while the process OWNER runs, so that the
// server also ends if the test run is killed. Writes the process id of the server to the file `pid` in FOLDER
// and its output to the file `log`.
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
