import { setPriority } from 'node:os';
import { serve } from '@anima/calls';
import { AppError } from '@anima/service/errors';
import { loadBinding } from './binding.js';
import type { LlamaCalls, LlamaSettings } from './chooser.js';
import { createChooser } from './chooser.js';

/**
 * Child process of the judge, so that a gigabyte of model and its native code are freed when it exits. It has
 * a low priority, because a judgement is less urgent than a recall.
 */
setPriority(10);
serve<LlamaCalls, [], LlamaSettings>(
  (settings) => createChooser(settings, () => loadBinding(settings.bindingUrl)),
  { refusal: (error) => (error instanceof AppError ? error : null) },
);
