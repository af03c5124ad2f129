/** SQLite with a kill point at every statement. */
import * as sqlite from '@photostructure/sqlite';
import { passStatement } from './kill-point.js';

export * from '@photostructure/sqlite';

export class DatabaseSync extends sqlite.DatabaseSync {
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
}
