// Whether a webhook came from the server, by Standard Webhooks: for receivers in Node, browsers and workers, by the Web Crypto API
// that all of them have.

const TOLERANCE_S = 300;
const PREFIX = 'whsec_';
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

export interface WebhookEvent {
  /** The name of the event; "test" for a test delivery. */
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    /** ev_0 for a test delivery. */
    readonly id: string;
    readonly event: string;
    readonly subject: string;
    readonly layer: string | null;
    /** Of the server; begins at the path where it is not told its own address. */
    readonly link: string;
  };
}

/** Of a Request, or of a request of Node, whose names are in small letters. */
type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** `body` as it came, byte for byte. Throws where the signature is wrong or older than five minutes. */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  secret: string,
  { now = new Date(), tolerance_s = TOLERANCE_S }: { now?: Date; tolerance_s?: number } = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature');
  const age_s = /^\d+$/.test(timestamp) ? Math.abs(now.getTime() / 1000 - Number(timestamp)) : Number.NaN;
  if (!(age_s <= tolerance_s))
    throw new Error(`webhook-timestamp is ${timestamp}: too old, or of the future`);
  const raw = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (raw === null) throw new TypeError('secret must be that of the subscription: whsec_ and base64');
  const key = await crypto.subtle.importKey('raw', raw, HMAC, false, ['verify']);
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const one of given.split(' ')) {
    const [version, base64 = ''] = one.split(',');
    const signature = version === 'v1' ? bytesOf(base64) : null;
    // Compared in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return JSON.parse(text);
  }
  throw new Error('webhook-signature is not that of this body and secret');
}

/** Null where it is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return null;
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  if (typeof value === 'string') return value;
  throw new Error(`the header ${name} is missing`);
}
