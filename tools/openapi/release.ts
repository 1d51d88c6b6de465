import { copyFileSync } from 'node:fs';

/** `npm run openapi:release`, with every release: from now on this description is what programs were written for. */
copyFileSync(new URL('../../docs/openapi.json', import.meta.url), new URL('../../docs/openapi.released.json', import.meta.url));
process.stdout.write('docs/openapi.released.json is docs/openapi.json\n');
