// The chain from files to what is served.

import { importTests } from '../import-tests.ts';

await importTests('test/{ingest,store}/*.test.ts');
