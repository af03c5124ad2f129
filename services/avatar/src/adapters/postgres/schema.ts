import { migrate, type Postgres } from '@anima/service/postgres';
import { jobSchema } from './job-schema.js';
import { sharedSchema } from './shared-schema.js';

/** Migrations of the tables, applied once each in this order. Each only adds. */
const migrations = ['CREATE SCHEMA IF NOT EXISTS avatar', jobSchema, sharedSchema];

export const migrateJobs = (db: Postgres) => migrate(db, { name: 'avatar', migrations });
