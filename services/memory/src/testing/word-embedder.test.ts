import { testTextEmbedder } from '../embedding/text-embedder.contract.js';
import { createWordEmbedder } from './word-embedder.js';

const create = async (options: { maxWaiting: number }) => ({
  embedder: createWordEmbedder(options),
  close: async () => {},
});
testTextEmbedder('the embedder in memory', create);
