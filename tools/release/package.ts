import { packServer } from './bundle.js';
import { preparePackages } from './client-packages.js';

// Packs the server alone, for images. The build must be present.
preparePackages();
packServer((line) => process.stdout.write(`${line}\n`));
