export { type AllowedPaths, createAllowedPaths } from '../security/allowed-paths.js';
export { type OpenFolder, openAllowed, openAllowedFolder } from '../security/open-allowed.js';
export { closeDataDirectory, makeFilesPrivate } from '../security/private-files.js';
