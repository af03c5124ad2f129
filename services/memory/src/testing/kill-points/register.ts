/** Loaded before the program (`node --import`): puts kill points around its database and its renames, and changes nothing else. */
import { promises } from 'node:fs';
import { register, syncBuiltinESMExports } from 'node:module';
import { passRename } from './kill-point.js';

register('./resolve-hook.js', import.meta.url);

const { rename } = promises;
promises.rename = (from, to) => passRename(String(to), () => rename(from, to));
syncBuiltinESMExports();
