import { describe } from 'vitest';
import { keepAllInRam } from './testing/test-service.js';

// The tests of the routes know no database: here some of them run on one in RAM, all others in the long part.
keepAllInRam();

const nouns = ['isolation', 'lifecycle', 'memories', 'merge'];

describe.each(nouns)('%s', async (noun) => {
  await import(`./routes/${noun}.test.ts`);
});
