// Run by ledger.test.ts as a process of its own, to be killed: callers that record without end. Each writes one
// byte to standard output for each entry that was acknowledged, at once and not through a buffer of its own.

import { writeSync } from 'node:fs';
import { openAccounts } from './accounts-file.ts';
import { UsageLedger } from './ledger.ts';

const [path = '', callers = ''] = process.argv.slice(2);
const ledger = new UsageLedger(openAccounts(path));
const entry = { key_id: 'k', day: '2026-03-01', requests: 1, cost: 1, charged: 1, refunded: 0 };

async function recordForever(operation: string): Promise<never> {
  while (true) {
    await ledger.record({ ...entry, operation });
    writeSync(1, '.');
  }
}

for (let caller = 0; caller < Number(callers); caller++) {
  void recordForever(caller % 2 === 0 ? 'check' : 'parcel');
}
