import '@anima/service/small-heap';
import { setFlagsFromString } from 'node:v8';
import type { Program } from '@anima/calls';
import { makeFilesPrivate } from '@anima/service/files';
import { settings } from './config.js';
import { preloaded } from './preloaded.js';
import { beginProcesses } from './processes/begun-processes.js';
import { DRAWING, SPEAKING } from './processes/programs.js';

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
    const { voice, face } = preloaded(settings.parse(process.env, () => {}));
    return [...(face ? [DRAWING] : []), ...(voice ? [SPEAKING] : [])];
  } catch {
    // The service says what is wrong with them.
    return [];
  }
}
