import { type Command, Option } from 'commander';
import { type CommandDefiner, given, wholeOption } from '../define-command.js';
import { EXIT } from '../exit-codes.js';
import { textOf } from '../read-text.js';
import { dim, green } from '../terminal/output.js';

const speaksTo = ['memory'] as const;
const modelOption = () => new Option('--model <name>', 'the model that answers').makeOptionMandatory();
const depthOption = () => wholeOption('--depth <n>', 'depth of the context; default 0', 0, 1_000_000);

/** `cache check`, `store`, `stats`, `clear`. */
export function cacheCommands(program: Command, { define, group }: CommandDefiner): void {
  const cache = group(program, 'cache', {
    summary: 'answers of models, kept by the meaning of their questions',
    examples: ['anima cache check "what is our licence?" --model small', 'anima cache stats'],
  });

  define<[string[]], { model: string; depth?: number; strictness?: 'strict' | 'normal' | 'loose' }>(
    cache,
    'check [question...]',
    {
      summary: 'the kept answer to a question of the same meaning; a miss exits with 3',
      examples: ['anima cache check "which licence have we?" --model small'],
      speaksTo,
      options: [
        modelOption(),
        depthOption(),
        new Option('--strictness <how>', 'how alike questions must be').choices([
          'strict',
          'normal',
          'loose',
        ]),
      ],
    },
    async (context, { model, depth, strictness }, words) => {
      const query = await textOf(words, context);
      const { cache } = await context.memory();
      const answer = await cache.check({ query, model, ...given({ context_depth: depth, strictness }) });
      const { output } = context;
      output.answer(answer, () => {
        if (answer.hit) output.block(answer.response ?? '');
        else output.note(dim('No answer is kept for a question of that meaning.'));
      });
      return answer.hit ? undefined : EXIT.notFound;
    },
  );

  define<[string, string[]], { model: string; depth?: number; ttl?: number }>(
    cache,
    'store <question> [answer...]',
    {
      summary: 'keep an answer',
      examples: [
        'anima cache store "what is our licence?" "Apache 2.0" --model small',
        'ask-a-model | anima cache store "what is our licence?" - --model small',
      ],
      speaksTo,
      options: [
        modelOption(),
        depthOption(),
        wholeOption('--ttl <seconds>', 'how long it is kept', 1, 315_360_000),
      ],
    },
    async (context, { model, depth, ttl }, query, words) => {
      const response = await textOf(words, context);
      const { cache } = await context.memory();
      const kept = await cache.store({
        query,
        response,
        model,
        ...given({ context_depth: depth, ttl_seconds: ttl }),
      });
      context.output.answer(kept, () => context.output.say(green('Kept '), `until ${kept.expires_at}`));
      return undefined;
    },
  );

  define(
    cache,
    'stats',
    { summary: 'how often it helped, and what it holds', examples: ['anima cache stats --json'], speaksTo },
    async (context) => {
      const stats = await (await context.memory()).cache.stats();
      const { hits, misses, hit_rate, entries, bytes, evictions } = stats;
      context.output.answer(stats, () =>
        context.output.table([
          ['entries', `${entries} (${bytes} bytes)`],
          ['hits', `${hits} of ${hits + misses} (${Math.round(hit_rate * 100)} %)`],
          ['evictions', String(evictions)],
        ]),
      );
      return undefined;
    },
  );

  define<[], { model?: string }>(
    cache,
    'clear',
    {
      summary: 'drop what is kept',
      examples: ['anima cache clear', 'anima cache clear --model small'],
      speaksTo,
      options: [new Option('--model <name>', 'only what this model answered')],
    },
    async (context, { model }) => {
      const answer = await (await context.memory()).cache.clear(given({ model }));
      context.output.answer(answer, () => context.output.say(green('Dropped '), `${answer.deleted} answers`));
      return undefined;
    },
  );
}
