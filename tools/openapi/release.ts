import { copyFileSync } from 'node:fs';

/** `npm run openapi:release`, with every release: the current OpenAPI document becomes the reference for breaking changes. */
copyFileSync(new URL('../../docs/openapi.json', import.meta.url), new URL('../../docs/openapi.released.json', import.meta.url));
process.stdout.write('docs/openapi.released.json: copied from docs/openapi.json\n');
