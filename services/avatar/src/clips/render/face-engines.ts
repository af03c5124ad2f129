import { engine as head } from '../engines/head/engine.js';
import { engine as mesh } from '../engines/mesh/engine.js';
import { engine as wav2lip } from '../engines/wav2lip/engine.js';
import type { DrawingEngine } from './drawing-engine.js';

/** Every way to make a face speak; of those that fit, the first is taken where none is asked for. */
export const faceEngines: readonly DrawingEngine[] = [head, mesh, wav2lip];
