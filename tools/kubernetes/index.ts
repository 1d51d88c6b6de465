import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { plainManifests, plainManifestsFile } from './plain-manifests.js';

// Writes the manifests for installations without Helm.
writeFileSync(fileURLToPath(new URL(`../../${plainManifestsFile}`, import.meta.url)), plainManifests());
