// The tests beside src/domain.

import { importTests } from '../import-tests.ts';

await importTests('src/domain/**/*.test.ts');
