// The tests beside the rest of the code.

import { importTests } from '../import-tests.ts';

await importTests('src/!(domain)/**/*.test.ts', 'packages/*/src/**/*.test.ts', 'world/*.test.ts');
