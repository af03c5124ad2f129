import { join } from 'node:path';
import { resolveModelsDir } from '@anima/inference';
import { family as beep } from '../testing/engines/beep-family/family.js';
import { family as hibari } from './families/hibari/family.js';
import { testVoiceFamily } from './voice-family.contract.js';

const places = { roots: [], onLeftOut: () => {} };
const shipped = join(resolveModelsDir(), 'hibari-heart');
testVoiceFamily('that ships', hibari, places, shipped);
testVoiceFamily('that is one folder', beep, places, shipped);
