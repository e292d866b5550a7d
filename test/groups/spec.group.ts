// The rules of the specification, over HTTP.

import { importTests } from '../import-tests.ts';

await importTests('test/spec/*.test.ts');
