import '@anima/service/small-heap';
import { setFlagsFromString } from 'node:v8';
import type { Program } from '@anima/calls';
import { makeFilesPrivate } from '@anima/service/files';
import { beginProcesses } from './adapters/begun-processes.js';
import { RENDER_PROGRAM, SPEECH_PROGRAM } from './adapters/called-programs.js';
import { settings } from './config.js';
import { defaultsToPreload } from './preloaded.js';

if (process.argv.includes('--help')) {
  console.log(`The avatar service of Anima. Settings, from the environment:\n${settings.helpTable()}`);
} else {
  // What computes does so in other processes.
  setFlagsFromString('--max-semi-space-size=2');
  makeFilesPrivate();
  const begun = beginProcesses(programsAhead());
  // Its modules take half a second, in which those of the processes load on another core.
  const { runService } = await import('./run-service.js');
  await runService(begun);
}

/** The programs that are needed as soon as the service is there. */
function programsAhead(): Program[] {
  try {
    const { voice, face } = defaultsToPreload(settings.parse(process.env, () => {}));
    return [...(face ? [RENDER_PROGRAM] : []), ...(voice ? [SPEECH_PROGRAM] : [])];
  } catch {
    // The service says what is wrong with them.
    return [];
  }
}
