import { createDataSource } from '#ledger/database/connect.js';
import { parseConfig } from '#host/config/config.js';

/** For the TypeORM command line: `npx typeorm migration:show -d dist/ormconfig.js`. The server builds its own. */
export default createDataSource(parseConfig(process.env).databaseUrl ?? 'postgres://localhost/sluice');
