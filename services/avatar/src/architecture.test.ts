import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readLayers } from '@anima/service/testing';
import { describe, expect, it } from 'vitest';

const layers = readLayers(dirname(fileURLToPath(import.meta.url)));
const importsOf = (isFile: (file: string) => boolean, forbidden: RegExp) =>
  layers
    .imports()
    .filter(({ file, specifier }) => isFile(file) && forbidden.test(specifier))
    .map(({ file, specifier }) => `${file} -> ${specifier}`);

/** Matches files that describe HTTP: routes, schemas of bodies and their shared parts. */
const isHttp = (file: string) =>
  /^http\/|^auth\/(?:authentication|open-authentication)|-routes?\.ts$|-schema\.ts$|-body\.ts$/.test(file) ||
  /(?:expression-field|accepted-job|acceptance|catalog-upload|send-media|range-response|live-(?:messages|records|choices)|socket-client|upgrades)\.ts$/.test(
    file,
  );
/** Decisions without input and output. */
const isDomain = (file: string) =>
  (/^(?:jobs|live|catalog)\/[^/]+$|^(?:clips|enhance)\/[^/]+$/.test(file) ||
    /^(?:media\/media-ref|backup\/backup|settings\/engine-settings|speech\/(?:speak-to-file|speech-engines|speech-payload|speech-streams|stream-slots|subtitles|questions|timed-expressions))\.ts$/.test(
      file,
    )) &&
  !isHttp(file) &&
  !/^jobs\/(?:post-webhook|workers|job-kinds-setting|job-row|job-storage|open-jobs)|^live\/(?:arkit-motion|viseme-motion|live-stages|open-live-motion|live-metrics)|^catalog\/catalog-(?:draft|probe|store|texts)|^enhance\/(?:open-restorer|process-restorer|restore-media)/.test(
    file,
  );

describe('imports of the avatar service', () => {
  it('no file outside its folder imports a voice family or a face engine', () => {
    const engineFolder = /^(?:speech\/families|clips\/engines)\/[^/]+\//;
    const outside = layers.imports().filter(({ file, specifier }) => {
      const folder = engineFolder.exec(specifier)?.[0];
      return folder !== undefined && !file.startsWith(folder);
    });
    expect(outside).toEqual([]);
  });

  it('domain modules import no adapter, no framework and no engine package', () => {
    expect(
      importsOf(
        isDomain,
        /^(?:adapters|storage|processes)\/|^(?:clips\/(?:render|engines)|media\/ffmpeg|speech\/families)\/|^(?:fastify|onnxruntime-node|@photostructure\/sqlite|@anima\/(?:speech|inference|face|service\/(?:http|sqlite|process)))$|^node:(?:fs|path|http|child_process)/,
      ),
    ).toEqual([]);
  });

  it('only files that describe HTTP import fastify', () => {
    expect(importsOf((file) => !isHttp(file), /^fastify$/)).toEqual([]);
  });

  it('files that describe HTTP import no adapter, database or engine package', () => {
    expect(
      importsOf(
        isHttp,
        /^(?:adapters|storage)\/|^(?:clips\/(?:render|engines)|media\/ffmpeg)\/|^@photostructure\/sqlite$|^@anima\/(?:speech|inference|face)$/,
      ),
    ).toEqual([]);
  });

  it('no file imports the memory service', () => {
    expect(layers.broken('', /^@anima\/memory|services\//)).toEqual([]);
  });
});
