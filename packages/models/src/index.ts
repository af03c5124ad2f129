export type { ModelsErrorCode } from './errors.js';
export { ModelsError } from './errors.js';
export { modelsDir, resolveDataDir } from './folders.js';
export type { InstalledModel } from './installed-models.js';
export { installedModels } from './installed-models.js';
export type { Engine } from './model.js';
