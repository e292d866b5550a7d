// The store on PostgreSQL runs the suite of the port.

import { openPostgisStore } from '../../src/store/postgis/read-pool.ts';
import { openPostgisWriter } from '../../src/store/postgis/writer.ts';
import { publish, storeSuite } from '../store/store-suite.ts';
import { freshDataset } from './database.ts';

storeSuite('in PostgreSQL', async () => {
  const url = await freshDataset();
  return {
    openWriter: async () => openPostgisWriter(url),
    openStore: async () => openPostgisStore(url),
    async publishElsewhere(load) {
      const writer = openPostgisWriter(url);
      await publish(writer, load);
      await writer.close();
    },
    dispose: async () => undefined,
  };
});
