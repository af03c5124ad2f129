import { calibrate } from './calibrate.js';
import { runCommand } from './run-command.js';

const USAGE = `Usage: anima calibrate (npm run calibrate)

Fits the cosines from which memories are similar, the same or in conflict to MEMORY_EMBEDDING_MODEL, on pairs of texts that
ship, and keeps them in MEMORY_DATA_DIR for the next start. The model that ships needs none.

Exit codes: 0 done, 1 failed, 64 wrong usage, 130 stopped. Settings, from the environment:`;

await runCommand(USAGE, calibrate);
