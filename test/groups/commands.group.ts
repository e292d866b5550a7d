// The other commands of the program, as child processes.

import { importTests } from '../import-tests.ts';

await importTests('test/process/!(faults|kill-*|mcp|serve|subscriptions|walk|workers).test.ts');
