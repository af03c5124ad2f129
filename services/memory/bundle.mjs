import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../../scripts/bundle-program.mjs';

await bundlePrograms(dirname(fileURLToPath(import.meta.url)), ['main', 'mcp-stdio']);
