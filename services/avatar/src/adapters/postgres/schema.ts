import { migrate, type Postgres } from '@anima/service/postgres';
import { jobSchema } from './job-schema.js';
import { sharedSchema } from './shared-schema.js';

/** What came to the tables of the service since; each is done once, in this order, and only adds. */
const migrations = ['CREATE SCHEMA IF NOT EXISTS avatar', jobSchema, sharedSchema];

export const migrateJobs = (db: Postgres) => migrate(db, { name: 'avatar', migrations });
