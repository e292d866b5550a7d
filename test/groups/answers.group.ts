// What a running app answers beyond the rules one by one, and what holds for the texts of the project.

import { importTests } from '../import-tests.ts';

await importTests('test/!(openapi).test.ts', 'test/{examples,golden,mcp}/*.test.ts');
