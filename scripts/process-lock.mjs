// A lock that the kernel releases when its process exits, so that no stale lock remains after a crash. It uses Node's own
// modules only.
import { closeSync, constants, openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Shorter waits are not reported: services that start together only check whether everything is built. */
const QUIET_MS = 1_000;
/** Delay before the next attempt, so that waiting processes do not retry without a pause. */
const RETRY_MS = 50;
/** The flag with which open(2) of macOS and the BSDs also waits for the lock. Node has no constant for it. */
const O_EXLOCK = 0x20;

/**
 * Waits for the lock of this name (letters, digits, dashes), then runs `work`. Calls `onWait` once if the wait takes longer
 * than a second. `work` receives a file descriptor with the lock: a child process that inherits it holds the lock until it
 * exits, also after this process. Undefined on Windows.
 */
export async function withProcessLock(name, onWait, work) {
  const { descriptor, release } =
    process.platform === 'linux' || process.platform === 'win32'
      ? await holdAddress(addressOf(name), onWait)
      : holdFile(join(tmpdir(), `${name}.lock`));
  try {
    return await work(descriptor);
  } finally {
    release();
  }
}

/** Returns the address of an abstract socket (unix(7)) or a named pipe, which the kernel removes with its last process. */
function addressOf(name) {
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
}

async function holdAddress(address, onWait) {
  let waitTimer;
  for (;;) {
    const server = await listen(address);
    if (server !== null) {
      clearTimeout(waitTimer);
      const { fd } = server._handle;
      return { descriptor: fd >= 0 ? fd : undefined, release: () => server.close() };
    }
    waitTimer ??= setTimeout(onWait, QUIET_MS);
    await untilGone(address);
  }
}

/** Resolves with null if another process listens already: the kernel allows one. */
function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((waiting) => waiting.destroy());
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server));
    // The lock must not keep the process alive.
    server.unref();
  });
}

/** Resolves when the listening process has exited, which closes the connection. */
async function untilGone(address) {
  await new Promise((resolve) =>
    connect(address)
      .on('error', () => {})
      .once('close', resolve),
  );
  await delay(RETRY_MS);
}

function holdFile(path) {
  const descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | O_EXLOCK, 0o600);
  return { descriptor, release: () => closeSync(descriptor) };
}
