// The program as a child process that is killed, or meets a full disk and damaged files.

import { importTests } from '../import-tests.ts';

await importTests('test/process/{faults,kill-*}.test.ts');
