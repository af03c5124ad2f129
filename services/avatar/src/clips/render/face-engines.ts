import { discoverModules } from '../../processes/discover-modules.js';
import type { DrawingEngine } from './drawing-engine.js';

/** Face engines of the folders in `clips/engines/`. The first that fits a subject is its default. */
export const faceEngines = await discoverModules<DrawingEngine>(
  new URL('../engines/', import.meta.url),
  'engine',
  'engine',
);
