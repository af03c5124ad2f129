export { type AllowedPaths, createAllowedPaths } from '../allowed-paths.js';
export { type OpenFolder, openAllowed, openAllowedFolder } from '../open-allowed.js';
export { closeDataDirectory, makeFilesPrivate } from '../private-files.js';
