// Whether a webhook came from the server, by Standard Webhooks: for receivers, in Node and in browsers' workers.

const TOLERANCE_S = 300;
const PREFIX = 'whsec_';

export interface WebhookEvent {
  /** The name of the event; "test" for a test delivery. */
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly id?: string;
    readonly event?: string;
    readonly subject?: string;
    readonly layer?: string | null;
    readonly link?: string;
  };
}

type Headers = { get(name: string): string | null } | Readonly<Record<string, string | string[] | undefined>>;

/** `body` as it came, byte for byte. Throws where the signature is wrong or older than five minutes. */
export async function verifyWebhook(
  body: string,
  headers: Headers,
  secret: string,
  { now = new Date(), tolerance_s = TOLERANCE_S }: { now?: Date; tolerance_s?: number } = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const given = headerOf(headers, 'webhook-signature');
  const age_s = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(age_s <= tolerance_s))
    throw new Error(`webhook-timestamp is ${timestamp}: too old, or of the future`);
  const encoder = new TextEncoder();
  const bytes = (base64: string) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const raw = bytes(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
  const signed = encoder.encode(`${id}.${timestamp}.${body}`);
  for (const one of given.split(' ')) {
    const [version, signature = ''] = one.split(',');
    // Compared in constant time.
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytes(signature), signed)))
      return JSON.parse(body);
  }
  throw new Error('webhook-signature is not that of this body and secret');
}

function headerOf(headers: Headers, name: string): string {
  const value =
    typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
  if (typeof value === 'string') return value;
  throw new Error(`the header ${name} is missing`);
}
