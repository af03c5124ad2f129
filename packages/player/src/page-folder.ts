import { fileURLToPath } from 'node:url';

/** Folder that a service serves at its root: `player.js`, and its files in `player/`. */
export const playerFolder: string = fileURLToPath(new URL('../dist/page', import.meta.url));
