import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verifyWebhook } from './verify-webhook.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const NOW = new Date('2026-11-15T12:00:00Z');
const TIME = String(NOW.getTime() / 1000);
const BODY = '{"type":"test","timestamp":"2026-11-15T12:00:00Z","data":{"subject":"dz. 1 Łąki"}}';

function signed(body: string, timestamp = TIME): string {
  const key = Buffer.from(SECRET.slice(6), 'base64');
  return `v1,${createHmac('sha256', key).update(`msg_1.${timestamp}.${body}`).digest('base64')}`;
}
const headers = (signature: string, timestamp = TIME) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
});

test('a delivery is taken as text or bytes, with the headers of fetch or of Node', async () => {
  const right = headers(signed(BODY));
  for (const body of [BODY, new TextEncoder().encode(BODY)]) {
    for (const given of [right, new Headers(right)]) {
      const event = await verifyWebhook(body, given, SECRET, { now: NOW });
      assert.deepEqual([event.type, event.data.subject], ['test', 'dz. 1 Łąki']);
    }
  }
});

test('one right signature of several is enough: a secret may be changing', async () => {
  const several = `v1a,x v1,AAAA v1,not-base64! ${signed(BODY)}`;
  assert.equal((await verifyWebhook(BODY, headers(several), SECRET, { now: NOW })).type, 'test');
});

test('anything else is refused with its reason', async () => {
  const old = String(Number(TIME) - 301);
  for (const [what, body, given, secret, reason] of [
    ['another body', `${BODY} `, headers(signed(BODY)), SECRET, /signature is not that/],
    ['another secret', BODY, headers(signed(BODY)), 'whsec_AAAAAAAAAAAAAAAA', /signature is not that/],
    ['no signature', BODY, headers(''), SECRET, /signature is not that/],
    ['no base64', BODY, headers('v1,%%%'), SECRET, /signature is not that/],
    ['an old one', BODY, headers(signed(BODY, old), old), SECRET, /too old/],
    ['no time', BODY, headers(signed(BODY, 'soon'), 'soon'), SECRET, /too old/],
    ['no header', BODY, {}, SECRET, /webhook-id is missing/],
    ['no secret', BODY, headers(signed(BODY)), 'my secret', /secret must be/],
  ] as const) {
    await assert.rejects(verifyWebhook(body, given, secret, { now: NOW }), reason, what);
  }
});
