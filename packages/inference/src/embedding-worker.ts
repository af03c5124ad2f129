import { serve } from '@anima/calls';
import { type EmbeddingCalls, type EmbeddingModel, openEmbeddingModel } from './embedding-model.js';

/** Entry of the worker thread, which tokenises and embeds one window for each call. */
let model: EmbeddingModel | null = null;

serve<EmbeddingCalls>(
  {
    async open(order) {
      model = await openEmbeddingModel(order);
      return model.dimensions;
    },
    async embed(request, { transfer }) {
      const reply = await model!.embed(request);
      for (const array of [reply.vector, reply.long?.ids])
        if (array !== undefined) transfer(array.buffer as ArrayBuffer);
      return reply;
    },
  },
  { close: () => model?.close() },
);
