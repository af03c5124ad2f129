import type { FastifySchemaCompiler } from 'fastify';
import { compileAhead, compileValidator, type ValidatedRoute } from './validation.js';

/** By then whoever waited for the start has asked what it wanted. */
const AFTER_MS = 3_000;

export interface ValidatorsAhead {
  compile: FastifySchemaCompiler<object>;
  /** Compiles a while later, one at a time between requests, what nobody has asked until then. */
  begin(): void;
  end(): void;
}

/** Validators that are compiled neither before a service listens nor while somebody waits for his first answer of a route. */
export function createValidatorsAhead(): ValidatorsAhead {
  const routes: ValidatedRoute[] = [];
  let timer: NodeJS.Timeout | undefined;

  function next(): void {
    const route = routes.shift();
    if (route === undefined) return;
    compileAhead(route);
    timer = setTimeout(next, 0).unref();
  }

  return {
    compile(route) {
      routes.push(route);
      return compileValidator(route);
    },
    begin() {
      timer = setTimeout(next, AFTER_MS).unref();
    },
    end() {
      clearTimeout(timer);
      routes.length = 0;
    },
  };
}
