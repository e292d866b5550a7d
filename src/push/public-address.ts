// Where a webhook may go: addresses of the public internet alone. A name is looked up here, and the connection is made to the
// very addresses that were judged, so that a name which means another address a moment later leads nowhere (DNS rebinding).

import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IANA's special-purpose registries (RFC 6890): what is not globally reachable, and multicast. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** With the forms that carry an address of IPv4 inside: NAT64, 6to4, Teredo and those that are mapped. */
const SPECIAL_V6 = [
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

export class PublicAddresses {
  // A list of both would take every address of IPv4 for one that is mapped.
  readonly #special = { ipv4: listOf(SPECIAL_V4), ipv6: listOf(SPECIAL_V6) };
  readonly #allowed: BlockList;

  /** `allowed`: networks of the operator's own that may be reached all the same, as "10.1.0.0/16". */
  constructor(allowed: readonly string[] = []) {
    this.#allowed = listOf(allowed);
  }

  isAllowed(address: string): boolean {
    const family = isIP(address);
    if (family === 0) return false;
    const kind = family === 6 ? 'ipv6' : 'ipv4';
    return this.#allowed.check(address, kind) || !this.#special[kind].check(address, kind);
  }

  /** Whether the operator has opened the network of an address: only there a webhook may go without TLS. */
  isOwn(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#allowed.check(address, family === 6 ? 'ipv6' : 'ipv4');
  }

  /** Throws for an address in a URL itself: no name is looked up for it. */
  requireAllowed(hostname: string): void {
    const address = hostname.replace(/^\[|\]$/g, '');
    if (isIP(address) !== 0 && !this.isAllowed(address)) throw forbidden(address);
  }

  /** In place of the lookup of a connection. One forbidden address among several refuses the name. */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) {
        callback(error, '', 0);
        return;
      }
      const wrong = found.find(({ address }) => !this.isAllowed(address));
      const [first] = found;
      if (wrong || !first) callback(forbidden(wrong?.address ?? hostname), '', 0);
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

const forbidden = (address: string) =>
  new ForbiddenAddress(`${address} is not an address of the public internet`);

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}
