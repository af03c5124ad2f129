// The entry of the MCP bundle: the MCP server of the copy of Anima that was named.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const script = join(process.env.ANIMA_FOLDER, 'scripts', 'anima.mjs');
process.argv.splice(1, process.argv.length - 1, script, 'mcp');
await import(pathToFileURL(script).href);
