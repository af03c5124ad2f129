// A lock that dies with its process, from Node's own modules alone: whoever holds it may be killed at any moment, and there is
// never a stale one to find, nor a number of a process that has another owner by now.
import { closeSync, constants, openSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Whoever waits for less does not say so: services that start together only look whether all is built. */
const QUIET_MS = 1_000;
/** After an end that was not seen coming: keeps two that wait from asking without pause. */
const RETRY_MS = 50;
/** open(2) of macOS and the BSDs takes the lock in the same step, and waits for it. Node has no name for it. */
const O_EXLOCK = 0x20;

/**
 * Runs `work` while no other process of this machine holds the lock of this name (letters, digits, dashes); waits for it, and
 * says so once through `onWait` where that takes longer than a moment. `work` receives the number of a file descriptor that carries the lock: a child that inherits
 * it keeps the lock until it ends too, whatever becomes of this process. Undefined on Windows, where none can.
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

/** Of the kernel, not of a file system: an abstract socket (unix(7)), a named pipe. Gone with the last process that holds it. */
function addressOf(name) {
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
}

async function holdAddress(address, onWait) {
  let says;
  for (;;) {
    const server = await listen(address);
    if (server !== null) {
      clearTimeout(says);
      const { fd } = server._handle;
      return { descriptor: fd >= 0 ? fd : undefined, release: () => server.close() };
    }
    says ??= setTimeout(onWait, QUIET_MS);
    await untilGone(address);
  }
}

/** Null where somebody listens already: the kernel lets exactly one. */
function listen(address) {
  return new Promise((resolve, reject) => {
    const server = createServer((waiting) => waiting.destroy());
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(address, () => resolve(server));
    // Holding the lock is no reason to live.
    server.unref();
  });
}

/** A connection ends with the one who listens, however that came about. */
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
