import { fileURLToPath } from 'node:url';

/** What pages load, as files: `player.js`, which a page names, and what that loads from below `player/`. For a service to serve at its root. */
export const playerFolder: string = fileURLToPath(new URL('../dist/page', import.meta.url));
