import type { KnownFile, KnownModel } from '../model.js';

/** rhasspy/piper-voices as of a commit whose files cannot change. Sources of sizes and checksums: docs/models.md. */
const HOME = 'https://huggingface.co/rhasspy/piper-voices';
const FILES = `${HOME}/resolve/c10ece1aade47bb51c153c893d14e5bf8e5b7117`;

interface Piece {
  bytes: number;
  sha256: string;
}

/** A voice speaks once texts of its language are read; until then the service lists it and says so. */
const NOT_READ_YET = 'listed; texts are read in English so far';

export const piperVoices: readonly KnownModel[] = [
  voice({
    voice: 'en_US-ljspeech-medium',
    adds: 'an American woman, 22 kHz',
    licence: 'Public domain (LJ Speech)',
    network: {
      bytes: 63_531_379,
      sha256: '6f52a751e2349abe7a76735eb09dc1875298c77ea2342ffd2fef79ff81b87f22',
    },
    config: { bytes: 4972, sha256: '141d612cc0a95ed7efc1ca936b845c2364967f2e9217c5dbfcf69fc4d6c65860' },
  }),
  voice({
    voice: 'en_GB-cori-medium',
    adds: 'a British woman, 22 kHz',
    licence: 'Public domain (LibriVox)',
    network: {
      bytes: 63_531_379,
      sha256: '1899f98e5fb8310154f3c2973f4b8a929ba7245e722b3d3a85680b833d95f10d',
    },
    config: { bytes: 4966, sha256: 'e262c16d7f192f69d4edd6b4ef8a5915379e67495fcc402f1ab15eeb33da3d36' },
  }),
  voice({
    voice: 'en_US-lessac-medium',
    adds: 'an American woman, 22 kHz',
    licence: 'Blizzard 2013 research licence',
    restriction: 'its recordings are licensed for research only',
    network: {
      bytes: 63_201_294,
      sha256: '5efe09e69902187827af646e1a6e9d269dee769f9877d17b16b1b46eeaaf019f',
    },
    config: { bytes: 4885, sha256: 'efe19c417bed055f2d69908248c6ba650fa135bc868b0e6abb3da181dab690a0' },
  }),
  voice({
    voice: 'de_DE-thorsten-medium',
    adds: `a German man, 22 kHz (${NOT_READ_YET})`,
    licence: 'CC0-1.0 (Thorsten-Voice)',
    network: {
      bytes: 63_201_294,
      sha256: '7e64762d8e5118bb578f2eea6207e1a35a8e0c30595010b666f983fc87bb7819',
    },
    config: { bytes: 4819, sha256: '974adee790533adb273a1ac88f49027d2a1b8f0f2cf4905954a4791e79264e85' },
  }),
  voice({
    voice: 'fr_FR-siwis-medium',
    adds: `a French woman, 22 kHz (${NOT_READ_YET})`,
    licence: 'CC-BY-4.0 (SIWIS)',
    network: {
      bytes: 63_201_294,
      sha256: '641d1ab097da2b81128c076810edb052b385decc8be3381814802a64a73baf99',
    },
    config: { bytes: 4875, sha256: '39479916c2db192b5ac9764daddd0c744d83e023ad890c6976c0633ae4df8959' },
  }),
];

/** Piper's own names, en_US-ljspeech-medium, hold language, region, speaker and quality. */
function voice(options: {
  voice: string;
  adds: string;
  licence: string;
  restriction?: string;
  network: Piece;
  config: Piece;
}): KnownModel {
  const { voice, adds, licence, restriction = null, network, config } = options;
  const [region = '', speaker = '', quality = ''] = voice.split('-');
  const folder = `${region.slice(0, 2)}/${region}/${speaker}/${quality}`;
  const file = (ending: string, piece: Piece): KnownFile => ({
    path: `voices/piper/${voice}${ending}`,
    url: `${FILES}/${folder}/${voice}${ending}`,
    ...piece,
  });
  return {
    name: `piper-${voice}`,
    adds: `speech: ${adds}`,
    engine: 'piper',
    licence,
    restriction,
    home: `${HOME}/tree/main/${folder}`,
    needs: [],
    // The small one first: the service takes a network for a voice once both are there.
    files: [file('.onnx.json', config), file('.onnx', network)],
  };
}
