/**
 * Adds kill points to the database and the renames of the program and changes no other behaviour. It is
 * loaded before the program (`node --import`).
 */
import { promises } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type * as sqlite from '@photostructure/sqlite';
import { passRename, passStatement } from './kill-point.js';

// CommonJS and ES modules share the compiled part, so the program imports the class that is replaced here.
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
