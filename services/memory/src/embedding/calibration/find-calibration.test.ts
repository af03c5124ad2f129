import { openModel } from '@anima/inference';
import { describe, expect, it } from 'vitest';
import { settings } from '../../config.js';
import { findCalibration } from './find-calibration.js';

const name = 'bge-small-en-v1.5-int8';

describe('findCalibration', () => {
  it('knows the files of the model that ships', async () => {
    const model = await openModel(settings.parse({}).MEMORY_EMBEDDING_MODEL);
    const { revision, comparable: comparableRevisions } = model;
    expect(findCalibration({ name: model.name, revision, comparableRevisions })).toMatchObject({
      model: name,
    });
  });

  it('takes the same network packed in another way for the same', () => {
    const { revisions } = findCalibration({
      name,
      revision: 'packed',
      comparableRevisions: ['x', '6c9c6101a956d62d-d241a60d5e8f04cc'],
    })!;
    expect(revisions).toEqual(['6c9c6101a956d62d-d241a60d5e8f04cc']);
  });

  it.each([
    ['another model', 'words', '6c9c6101a956d62d-d241a60d5e8f04cc'],
    ['other files under the same name', name, '0'],
  ])('knows nothing of %s', (_, other, revision) => {
    expect(findCalibration({ name: other, revision, comparableRevisions: [] })).toBeNull();
  });
});
