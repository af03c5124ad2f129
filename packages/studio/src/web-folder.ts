import { fileURLToPath } from 'node:url';

/** The pages as files, for a service to serve at `/studio`. */
export const studioFolder: string = fileURLToPath(new URL('../web', import.meta.url));
