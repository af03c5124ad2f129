export type { EventLog, ServiceEvent } from '../events.js';
