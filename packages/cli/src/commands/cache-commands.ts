import type { Command } from 'commander';
import { type CommandDefiners, choice, given, required, text, whole } from '../define-command.js';
import { EXIT } from '../failure.js';
import { textOf } from '../read-text.js';
import { dim, green } from '../terminal/output.js';

const keyOptions = {
  model: required(text('<name>', 'model of the response')),
  depth: whole('<n>', 'depth of the context; default 0', 0, 1_000_000),
};

/** `cache check`, `store`, `stats`, `clear`. */
export function cacheCommands(program: Command, definers: CommandDefiners): void {
  const { define, group } = definers.calling('memory');
  const cache = group(program, 'cache', {
    summary: 'manage the semantic cache of model responses',
    examples: ['anima cache check "what is our licence?" --model small', 'anima cache stats'],
  });
  define(cache, {
    line: 'check [question...]',
    summary: 'print the cached response to an equivalent question; a miss exits with 3',
    examples: ['anima cache check "which licence have we?" --model small'],
    options: {
      ...keyOptions,
      strictness: choice('<level>', 'required similarity of the questions', ['strict', 'normal', 'loose']),
    },
    run: async (context, { model, depth, strictness }, words) => {
      const query = await textOf(words, context);
      const { cache } = await context.memory();
      const answer = await cache.check({ query, model, ...given({ context_depth: depth, strictness }) });
      const { output } = context;
      output.answer(answer, () => {
        if (answer.hit) output.block(answer.response ?? '');
        else output.note(dim('No cached response answers this question.'));
      });
      return answer.hit ? EXIT.done : EXIT.notFound;
    },
  });
  define(cache, {
    line: 'store <question> [answer...]',
    summary: 'store a response',
    examples: [
      'anima cache store "what is our licence?" "Apache 2.0" --model small',
      'ask-a-model | anima cache store "what is our licence?" - --model small',
    ],
    options: { ...keyOptions, ttl: whole('<seconds>', 'time until the entry expires', 1, 315_360_000) },
    run: async (context, { model, depth, ttl }, query, words) => {
      const response = await textOf(words, context);
      const { cache } = await context.memory();
      const entry = { query, response, model, ...given({ context_depth: depth, ttl_seconds: ttl }) };
      const stored = await cache.store(entry);
      context.output.answer(stored, () => context.output.say(green('Stored '), `until ${stored.expires_at}`));
    },
  });
  define(cache, {
    line: 'stats',
    summary: 'show the hit rate and the number of entries',
    examples: ['anima cache stats --json'],
    run: async (context) => {
      const stats = await (await context.memory()).cache.stats();
      const { hits, misses, hit_rate, entries, bytes, evictions } = stats;
      context.output.answer(stats, () =>
        context.output.table([
          ['entries', `${entries} (${bytes} bytes)`],
          ['hits', `${hits} of ${hits + misses} (${Math.round(hit_rate * 100)} %)`],
          ['evictions', String(evictions)],
        ]),
      );
    },
  });
  define(cache, {
    line: 'clear',
    summary: 'delete cached responses',
    examples: ['anima cache clear', 'anima cache clear --model small'],
    options: { model: text('<name>', 'only responses of this model') },
    run: async (context, { model }) => {
      const answer = await (await context.memory()).cache.clear(given({ model }));
      context.output.answer(answer, () =>
        context.output.say(green('Deleted '), `${answer.deleted} responses`),
      );
    },
  });
}
