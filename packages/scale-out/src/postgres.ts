import type { ScaleOut } from '@anima/service/scale-out';
import { openPostgresEventLog } from './postgres/event-log.js';
import { openPostgresIdempotencyStore } from './postgres/idempotency-store.js';
import { openPostgres } from './postgres/open-postgres.js';
import { openPostgresQueues } from './postgres/queues.js';

const postgres: ScaleOut['postgres'] = {
  openPostgres,
  openPostgresEventLog,
  openPostgresIdempotencyStore,
  openPostgresQueues,
};
export default postgres;
