export { defineSettings, type Settings, type SettingValues } from '../settings/config.js';
export * from '../settings/setting.js';
