import { setFlagsFromString } from 'node:v8';
import { makeFilesPrivate } from '@anima/service/files';
import { beginProcesses } from './adapters/begun-processes.js';
import { type CalledProgram, DRAWING, SPEAKING } from './adapters/called-programs.js';
import { settings } from './config.js';

if (process.argv.includes('--help')) {
  console.log(`The avatar service of Anima. Settings, from the environment:\n${settings.helpTable()}`);
} else {
  // It serves, and what computes does so elsewhere: a small heap, a tenth less of its memory.
  for (const flag of ['--optimize-for-size', '--max-semi-space-size=2']) setFlagsFromString(flag);
  makeFilesPrivate();
  const begun = beginProcesses(preloaded());
  // Its modules take half a second, in which those of the processes load on another core.
  const { runService } = await import('./run-service.js');
  await runService(begun);
}

/** The programs that are needed as soon as the service is there. */
function preloaded(): CalledProgram[] {
  try {
    const { AVATAR_PRELOAD, AVATAR_JOB_KINDS } = settings.parse(process.env, () => {});
    if (!AVATAR_PRELOAD) return [];
    return AVATAR_JOB_KINDS.includes('lipsync') ? [DRAWING, SPEAKING] : [SPEAKING];
  } catch {
    // The service says what is wrong with them.
    return [];
  }
}
