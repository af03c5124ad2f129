import { setPriority } from 'node:os';
import { serve } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import { loadBinding } from './binding.js';
import type { LlamaCalls, LlamaSettings } from './chooser.js';
import { createChooser } from './chooser.js';

/**
 * A process of its own for the judge: a gigabyte of model and its native code end with it. It gives way to all else on the
 * machine; nobody waits for a judge as for a recall.
 */
setPriority(10);
serve<LlamaCalls, [], LlamaSettings>(
  (settings) => createChooser(settings, () => loadBinding(settings.bindingUrl)),
  { refusal: (error) => (error instanceof AppError ? error : null) },
);
