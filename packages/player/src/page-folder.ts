import { fileURLToPath } from 'node:url';

/**
 * Folder of the files that a service serves at its root: `player.js`, and below `player/` the files that it
 * loads.
 */
export const playerFolder: string = fileURLToPath(new URL('../dist/page', import.meta.url));
