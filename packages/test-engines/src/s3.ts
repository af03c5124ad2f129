import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineCommand, type EngineServer, engineServer, startEngine } from './engine-server.js';
import { findProgram } from './find-program.js';
import { freePort } from './free-port.js';
import { nextNumber, onceInRun, ownFolder } from './run-folder.js';

const KEY = 'test-key';
const SECRET = 'test-secret';

/** Returns the path of `weed` of SeaweedFS, from `ANIMA_TEST_S3` or PATH, or null if it is not installed. */
export const findS3 = (): string | null => findProgram('weed', process.env.ANIMA_TEST_S3);

interface Ports {
  s3: number;
  /** Port of the filer, in which a folder below /buckets is a bucket. */
  filer: number;
}

/** Creates an empty bucket on the shared server. */
export async function startedS3(): Promise<{ url: string }> {
  const portsText = await onceInRun('s3', async (folder, owner) => {
    const { ports, engine } = await prepareS3(folder);
    await startEngine(engine, owner);
    return JSON.stringify(ports);
  });
  const ports: Ports = JSON.parse(portsText);
  const bucket = `room-${nextNumber('s3-room')}`;
  await makeBucket(ports, bucket);
  return { url: bucketUrl(ports, bucket) };
}

/** Starts a separate server with an empty bucket for the caller. */
export async function ownS3(): Promise<EngineServer> {
  const { ports, engine } = await prepareS3(ownFolder('s3'));
  const server = engineServer(bucketUrl(ports, 'own'), engine);
  await server.start();
  await makeBucket(ports, 'own');
  return server;
}

const bucketUrl = ({ s3 }: Ports, bucket: string) =>
  `s3://${KEY}:${SECRET}@127.0.0.1:${s3}/${bucket}?region=us-east-1&tls=off&style=path`;

async function prepareS3(folder: string): Promise<{ ports: Ports; engine: EngineCommand }> {
  const command = findS3();
  if (command === null) throw new Error('Expected the weed of SeaweedFS');
  const config = join(folder, 's3.json');
  const credentials = [{ accessKey: KEY, secretKey: SECRET }];
  const actions = ['Admin', 'Read', 'Write', 'List', 'Tagging'];
  writeFileSync(config, JSON.stringify({ identities: [{ name: 'tests', credentials, actions }] }));
  const data = join(folder, 'data');
  mkdirSync(data);
  const ports = { s3: await freePort(), filer: await freePort() };
  const others = await Promise.all([1, 2, 3, 4, 5, 6].map(freePort));
  const [master, masterGrpc, volume, volumeGrpc, filerGrpc, s3Grpc] = others;
  // The server leaves sockets in /tmp that are named by these ports (see scripts/test-engines-setup.ts).
  writeFileSync(join(folder, 'ports'), [...Object.values(ports), ...others].join('\n'));
  const args = [
    `-logdir=${folder}`,
    'server',
    '-ip=127.0.0.1',
    '-ip.bind=127.0.0.1',
    `-dir=${data}`,
    '-master.volumeSizeLimitMB=64',
    '-master.telemetry=false',
    `-master.port=${master}`,
    `-master.port.grpc=${masterGrpc}`,
    '-volume.max=1000',
    '-volume.preStopSeconds=0',
    '-master.electionTimeout=1s',
    '-master.heartbeatInterval=100ms',
    `-volume.port=${volume}`,
    `-volume.port.grpc=${volumeGrpc}`,
    `-filer.port=${ports.filer}`,
    `-filer.port.grpc=${filerGrpc}`,
    '-s3',
    `-s3.port=${ports.s3}`,
    `-s3.port.grpc=${s3Grpc}`,
    '-s3.port.iceberg=0',
    '-s3.port.lance=0',
    `-s3.config=${config}`,
  ];
  return { ports, engine: { folder, command, args, probe: () => probe(ports) } };
}

/** Resolves if the server can store a file; it responds to requests earlier than that. */
async function probe({ s3, filer }: Ports): Promise<void> {
  await fetch(`http://127.0.0.1:${s3}/`);
  const stored = await fetch(`http://127.0.0.1:${filer}/probe`, { method: 'PUT', body: 'x' });
  if (!stored.ok) throw new Error(`Expected to store a file, received ${stored.status}`);
}

async function makeBucket({ filer }: Ports, bucket: string): Promise<void> {
  const made = await fetch(`http://127.0.0.1:${filer}/buckets/${bucket}/`, { method: 'POST' });
  if (!made.ok) throw new Error(`Expected a bucket to be made, received ${made.status}`);
}
