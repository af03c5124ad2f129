import { serve } from '@anima/calls';
import { createAnimator } from './animator.js';
import { toRefusal } from './errors.js';
import type { Calls, RenderProgress, RenderSettings } from './protocol.js';

/**
 * Program of a render worker. A crash of native code affects one clip and not the service. It exits with the
 * service.
 */
serve<Calls, RenderProgress, RenderSettings>(createAnimator, { refusal: toRefusal });
