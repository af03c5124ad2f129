export { ModelsError, type ModelsErrorCode } from './errors.js';
export { type Engine, modelsDir, resolveDataDir } from './model.js';
export { type InstalledModel, installedModels } from './model-state.js';
