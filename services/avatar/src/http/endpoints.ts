/** What this service offers, once: the plugin manifest and the bootstrap config are made of this table. */

/** A group of endpoints that a client looks for, and may find missing in another version. */
export const capabilities = {
  speech: 'Speech from text, with word times',
  lipsync: 'Clips whose mouths follow speech',
  enhancement: 'Restored faces in clips and pictures',
  auth: 'Tickets for clients that cannot keep the service token',
  jobs: 'Asynchronous jobs: progress, results, events, cancelling',
  catalog: 'Voices, faces and source clips, with defaults',
  media: 'Generated audio and video, also in parts',
  engine: 'Preloading, configuration and description of the engine',
  settings: 'Settings of the engine',
  backups: 'Backups and their restoration',
} as const;
export type Capability = keyof typeof capabilities;

/** Permissions of callers. A ticket grants `ticketPermissions`. */
export const permissions = {
  'auth:issue': 'Issue tickets; needs the service token',
  'jobs:read': 'Read jobs',
  'events:read': 'Follow the events of the service',
  'jobs:run': 'Start jobs',
  'jobs:manage': 'Cancel jobs of anybody, and load models ahead of them',
  'catalog:read': 'Read the catalog and its files',
  'catalog:write': 'Register and delete voices, faces and sources, and choose the defaults',
  'media:read': 'Read generated files',
  'engine:read': 'Read the configuration and the manifest',
  'settings:read': 'Read the settings',
  'settings:write': 'Change the settings',
  'backups:read': 'List backups',
  'backups:write': 'Make, restore and delete backups',
} as const;
export type Permission = keyof typeof permissions;

export const ticketPermissions: readonly Permission[] = [
  'jobs:read',
  'jobs:run',
  'events:read',
  'catalog:read',
  'media:read',
  'engine:read',
];

export const isOffered = (capability: Capability): boolean =>
  endpoints.some((endpoint) => endpoint.capability === capability);

export interface Endpoint {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Variables in braces. */
  path: string;
  capability: Capability;
  permission: Permission;
}

/** The id is that of the operation in /openapi.json. */
export const endpoints: readonly Endpoint[] = [
  row('issueTicket', 'GET /auth/ticket', 'auth', 'auth:issue'),
  row('listJobs', 'GET /jobs', 'jobs', 'jobs:read'),
  row('streamEvents', 'GET /events', 'jobs', 'events:read'),
  row('generateSpeech', 'POST /tts/generate', 'speech', 'jobs:run'),
  row('streamSpeech', 'POST /tts/stream', 'speech', 'jobs:run'),
  row('openLive', 'GET /live', 'speech', 'jobs:run'),
  row('createSpeech', 'POST /v1/audio/speech', 'speech', 'jobs:run'),
  row('listModels', 'GET /v1/models', 'speech', 'engine:read'),
  row('retrieveModel', 'GET /v1/models/{id}', 'speech', 'engine:read'),
  row('getSpeechJob', 'GET /tts/jobs/{job_id}', 'jobs', 'jobs:read'),
  row('cancelSpeechJob', 'DELETE /tts/jobs/{job_id}', 'jobs', 'jobs:manage'),
  row('generateLipsync', 'POST /lipsync/generate', 'lipsync', 'jobs:run'),
  row('generateLipsyncBatch', 'POST /lipsync/generate/batch', 'lipsync', 'jobs:run'),
  row('getLipsyncJob', 'GET /lipsync/jobs/{job_id}', 'jobs', 'jobs:read'),
  row('cancelLipsyncJob', 'DELETE /lipsync/jobs/{job_id}', 'jobs', 'jobs:manage'),
  row('getLipsyncBatchJob', 'GET /lipsync/jobs/batch/{job_id}', 'jobs', 'jobs:read'),
  row('cancelLipsyncBatchJob', 'DELETE /lipsync/jobs/batch/{job_id}', 'jobs', 'jobs:manage'),
  row('generateEnhancement', 'POST /enhance/generate', 'enhancement', 'jobs:run'),
  row('getEnhanceJob', 'GET /enhance/jobs/{job_id}', 'jobs', 'jobs:read'),
  row('cancelEnhanceJob', 'DELETE /enhance/jobs/{job_id}', 'jobs', 'jobs:manage'),
  row('getCatalog', 'GET /catalog', 'catalog', 'catalog:read'),
  row('changeCatalogDefaults', 'PATCH /catalog/defaults', 'catalog', 'catalog:write'),
  row('addVoice', 'POST /catalog/voices', 'catalog', 'catalog:write'),
  row('addFace', 'POST /catalog/faces', 'catalog', 'catalog:write'),
  row('addSource', 'POST /catalog/sources', 'catalog', 'catalog:write'),
  row('deleteVoice', 'DELETE /catalog/voices/{name}', 'catalog', 'catalog:write'),
  row('deleteFace', 'DELETE /catalog/faces/{name}', 'catalog', 'catalog:write'),
  row('deleteSource', 'DELETE /catalog/sources/{name}', 'catalog', 'catalog:write'),
  row('getFaceModel', 'GET /catalog/faces/{name}/model', 'catalog', 'catalog:read'),
  row('getFaceThumbnail', 'GET /catalog/faces/{name}/thumbnail', 'catalog', 'catalog:read'),
  row('getSourceThumbnail', 'GET /catalog/sources/{name}/thumbnail', 'catalog', 'catalog:read'),
  row('getSourceVideo', 'GET /catalog/sources/{name}/video', 'catalog', 'catalog:read'),
  row('listVoices', 'GET /voices', 'catalog', 'catalog:read'),
  row('getAudio', 'GET /media/audio', 'media', 'media:read'),
  row('getVideo', 'GET /media/video', 'media', 'media:read'),
  row('warmModels', 'POST /avatars/warm', 'engine', 'jobs:manage'),
  row('getBootstrapConfig', 'GET /bootstrap-config', 'engine', 'engine:read'),
  row('getPluginManifest', 'GET /plugin/manifest', 'engine', 'engine:read'),
  row('getSettings', 'GET /settings', 'settings', 'settings:read'),
  row('changeSettings', 'PATCH /settings', 'settings', 'settings:write'),
  row('resetSettings', 'POST /settings/reset', 'settings', 'settings:write'),
  row('listBackups', 'GET /backups', 'backups', 'backups:read'),
  row('listBackupDirs', 'GET /backups/dirs', 'backups', 'backups:read'),
  row('createBackup', 'POST /backups', 'backups', 'backups:write'),
  row('restoreBackup', 'POST /backups/{name}/restore', 'backups', 'backups:write'),
  row('deleteBackup', 'DELETE /backups/{name}', 'backups', 'backups:write'),
];

function row(
  id: string,
  call: `${Endpoint['method']} /${string}`,
  capability: Capability,
  permission: Permission,
): Endpoint {
  const [method, path] = call.split(' ') as [Endpoint['method'], string];
  return { id, method, path, capability, permission };
}
