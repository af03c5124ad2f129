/** Loaded before the program (`node --import`): puts kill points around its database and its renames, and changes nothing else. */
import { promises } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as sqlite from '@photostructure/sqlite';
import { passRename, passStatement } from './kill-point.js';

// The compiled part is one for both kinds of modules: what is put into it now, the program finds when it imports SQLite.
const { default: compiled } = createRequire(import.meta.url)('@photostructure/sqlite') as {
  default: { DatabaseSync: typeof sqlite.DatabaseSync };
};

compiled.DatabaseSync = class extends compiled.DatabaseSync {
  override exec(sql: string): void {
    passStatement(sql, () => super.exec(sql));
  }

  override prepare(sql: string) {
    const statement = super.prepare(sql);
    for (const method of ['run', 'get', 'all'] as const) {
      const call = statement[method].bind(statement);
      Object.defineProperty(statement, method, {
        value: (...parameters: never[]) => passStatement(sql, () => call(...parameters)),
      });
    }
    return statement;
  }
};

const { rename } = promises;
promises.rename = (from, to) => passRename(String(to), () => rename(from, to));
syncBuiltinESMExports();
