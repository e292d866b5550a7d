import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { PublicAddresses } from './public-address.ts';

const FORBIDDEN = [
  ['this machine', '127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fc00::1'],
  ['link-local, where clouds keep their metadata', '169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
  ['shared with the provider', '100.64.0.1', '100.127.255.255'],
  ['of everybody at once', '224.0.0.1', '255.255.255.255', 'ff02::1'],
  [
    'another in disguise',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
  ],
  ['for documents and tests', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1'],
  ['no address at all', 'localhost', '', '127.1', '0x7f000001'],
];

test('addresses that are not of the public internet are forbidden', () => {
  const addresses = new PublicAddresses();
  for (const [what, ...some] of FORBIDDEN)
    for (const address of some) assert.equal(addresses.isAllowed(address), false, `${what}: ${address}`);
  for (const address of [
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '193.59.0.1',
  ])
    assert.equal(addresses.isAllowed(address), true, address);
});

test('networks of the operator are open, and no others', () => {
  const addresses = new PublicAddresses(['10.1.0.0/16', '::1']);
  assert.equal(addresses.isAllowed('10.1.2.3'), true);
  assert.equal(addresses.isOwn('10.1.2.3'), true);
  assert.equal(addresses.isAllowed('10.2.2.3'), false);
  assert.equal(addresses.isAllowed('::1'), true);
  assert.equal(addresses.isOwn('1.1.1.1'), false);
});

test('a name that leads to a forbidden address is refused when it is looked up', async () => {
  const addresses = new PublicAddresses();
  const lookup = promisify(addresses.lookup);
  await assert.rejects(lookup('localhost', {}), /is not an address of the public internet/);
  await assert.rejects(lookup('localhost', { all: true }), /is not an address of the public internet/);
  const own = new PublicAddresses(['127.0.0.0/8', '::1']);
  assert.ok(await promisify(own.lookup)('localhost', { all: true }));
});
