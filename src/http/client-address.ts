// Whose address a request comes from, behind proxies that are trusted too, and as what it counts: an IPv6 network of 64 bits
// is one client, for whoever has one address of it has all.

import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** A request, or what is known of one. */
export type Addressed = Pick<IncomingMessage, 'socket' | 'headers'>;
export type AddressOf = (request: Addressed) => string;

/** `trusted` are addresses and networks, such as 10.0.0.0/8; throws a RangeError that names the one that is neither. */
export function createAddressOf(trusted: readonly string[]): AddressOf {
  const proxies = new BlockList();
  for (const entry of trusted) addTo(proxies, entry);
  const isProxy = (address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '');
    if (trusted.length === 0) return clientOf(address);
    // Each proxy adds on the right whom it heard from: the first that is none of ours is the client, the rest is hearsay.
    const told = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').toReversed();
    for (const entry of told) {
      const next = plain(entry.trim());
      if (isIP(address) === 0 || !isProxy(address) || isIP(next) === 0) break;
      address = next;
    }
    return clientOf(address);
  };
}

function addTo(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const widest = family === 'ipv6' ? 128 : 32;
  const isRight =
    isIP(address) !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest));
  if (!isRight) throw new RangeError(`"${entry}" is neither an address nor a network such as 10.0.0.0/8`);
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

/** Without a port or brackets; an IPv4 address within IPv6 is an IPv4 address. */
function plain(address: string): string {
  const bare =
    /^\[(.+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
}

const GROUPS = 8;
const NETWORK_GROUPS = 4;

function clientOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [start = [], end] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const filled =
    end === undefined
      ? [...start]
      : [...start, ...Array(Math.max(0, GROUPS - start.length - end.length)).fill('0'), ...end];
  const network = filled.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
