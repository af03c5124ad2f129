import { serve } from '@anima/calls';
import { createAnimator } from './animator.js';
import { toRefusal } from './errors.js';
import type { Calls, RenderProgress, RenderSettings } from './protocol.js';

/**
 * A process of its own that draws: what crashes in native code takes one clip with it and not the service. It ends when the
 * service does.
 */
serve<Calls, RenderProgress, RenderSettings>(createAnimator, { refusal: toRefusal });
