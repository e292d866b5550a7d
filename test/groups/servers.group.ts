// The program as a child process that serves.

import { importTests } from '../import-tests.ts';

await importTests('test/process/{mcp,serve,subscriptions,walk,workers}.test.ts');
