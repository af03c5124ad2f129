import { runProgram } from './run-program.js';
import { startAvatarService } from './start-service.js';

await runProgram({
  title: 'The avatar service of Anima',
  start: startAvatarService,
  greeting: ({ url }, { AVATAR_DATA_DIR: dataDir }) =>
    `Anima avatar listens on ${url} (studio: ${url}/studio, live: ${url}/live, documentation: ${url}/docs), data in ${dataDir}
Try: curl ${url}/v1/audio/speech -H 'content-type: application/json' -d '{"model":"hibari","voice":"heart","input":"Hello there."}' -o hello.mp3`,
});
