import { fileURLToPath } from 'node:url';

/** The page as files, for the avatar service to serve at `/live`. */
export const livePageFolder: string = fileURLToPath(new URL('../web', import.meta.url));
