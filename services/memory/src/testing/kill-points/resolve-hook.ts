import type { ResolveHook } from 'node:module';

const standIn = new URL('./sqlite.js', import.meta.url).href;

/** Whoever asks for SQLite gets the one with kill points; that one alone gets the real one. */
export const resolve: ResolveHook = (specifier, context, nextResolve) =>
  specifier === '@photostructure/sqlite' && context.parentURL !== standIn
    ? { url: standIn, shortCircuit: true }
    : nextResolve(specifier, context);
