// How a valid request is spoilt: one function a kind. Each says whether what it makes must still be answered.

import { pick } from '../../world/random.ts';
import type { FuzzedOperation, Parameter } from './contract.ts';
import { anyOf, chance, encode, type Making, TARGETS } from './draft.ts';
import { doubledJson, hostilePolygon, hostileText, nestedJson, randomText, wrongJson } from './hostile.ts';

/** Sets one input of the draft to a value, wherever it travels. */
function set({ draft, random }: Making, { name, in: place }: Parameter, value: unknown): void {
  if (draft.body) {
    draft.body[name] = value;
    return;
  }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (place === 'path') {
    const parts = draft.path.split('/');
    const at = parts[2] === 'gminy' ? 3 : parts.length - 1;
    draft.path = parts.with(at, encode(text) || 'x').join('/');
    return;
  }
  // A second target beside the first would be refused whatever it holds: mostly it takes the place of the first.
  const keeps = !TARGETS.includes(name) || chance(random, 0.1);
  draft.query = draft.query.filter(([other]) => other !== name && (keeps || !TARGETS.includes(other)));
  draft.query.push([name, encode(text)]);
}

const inputsOf = ({ members, parameters }: FuzzedOperation) => members ?? parameters;

function anyInput(making: Making): Parameter | null {
  const inputs = inputsOf(making.operation);
  return inputs.length === 0 ? null : anyOf(making.random, inputs);
}

export const KINDS = {
  valid: () => undefined,

  boundary(making: Making) {
    const { random, draft, pool } = making;
    const limited = inputsOf(making.operation).filter(({ schema }) =>
      ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].some(
        (limit) => limit in schema,
      ),
    );
    if (limited.length === 0) return;
    const input = anyOf(random, limited);
    const { minimum, maximum, minLength, maxLength, minItems, maxItems } = input.schema;
    const least = minimum ?? minLength ?? minItems ?? 0;
    const most = maximum ?? maxLength ?? maxItems ?? Number.POSITIVE_INFINITY;
    const value = anyOf(random, [least - 1, least, ...(Number.isFinite(most) ? [most, most + 1] : [])]);
    // A place in the path that is not allowed is a place that does not exist.
    const isRefused = input.in !== 'path' && (value < least || value > most);
    draft.expects = isRefused ? 'refusal' : 'either';
    if (minimum !== undefined || maximum !== undefined) set(making, input, value);
    else if (minLength !== undefined || maxLength !== undefined)
      set(making, input, 'a'.repeat(Math.max(0, value)));
    else {
      const items = Array.from({ length: Math.max(0, value) }, () => ({ id: anyOf(random, pool.ids) }));
      set(making, input, input.name === 'items' ? items : items.map(() => 'soil'));
    }
  },

  wrong_type(making: Making) {
    const { random, draft } = making;
    const input = anyInput(making);
    if (!input) return;
    const isNumber = input.schema.type === 'integer' || input.schema.type === 'number';
    draft.expects = isNumber ? 'refusal' : 'either';
    const texts = ['abc', '1e3', '0x10', 'NaN', 'Infinity', '1,5', '', ' 5', '٣', '--1', '5;', '1_0', 'null'];
    const isBody = draft.body !== null;
    if (isNumber)
      set(making, input, isBody ? pick<unknown>(random, ['5', null, [], {}, true]) : anyOf(random, texts));
    else set(making, input, isBody ? wrongJson(random) : anyOf(random, texts));
  },

  huge(making: Making) {
    const { random, draft } = making;
    const input = anyInput(making);
    if (!input) return;
    draft.expects = 'either';
    if (draft.body && chance(random, 0.5)) {
      const { items } = draft.body;
      if (Array.isArray(items))
        items.push(...Array.from({ length: 1 + Math.floor(random() * 1_500) }, () => ({})));
      else draft.body.polygon = { type: 'Polygon', coordinates: [Array(20_000).fill([20.9, 52.05])] };
      return;
    }
    const length = pick(random, [301, 1_000, 5_000, ...(draft.body ? [100_000, 1_000_000] : [])]);
    set(making, input, randomText(random, draft.body ? length : Math.min(length, 1_500)));
  },

  text(making: Making) {
    const { random, draft } = making;
    const input = anyInput(making);
    if (!input) return;
    draft.expects = 'either';
    const text = chance(random, 0.7)
      ? hostileText(random)
      : randomText(random, 1 + Math.floor(random() * 80));
    if (draft.body && Array.isArray(draft.body.items)) {
      const name = pick(random, ['q', 'id', 'point', 'ref', text]);
      draft.body.items.push({ [name]: chance(random, 0.1) ? '\ud800' : text });
    } else set(making, input, chance(random, 0.03) ? '\ud800' : text);
  },

  mixed_words(making: Making) {
    const { random, draft, pool } = making;
    const words = Array.from({ length: 2 + Math.floor(random() * 8) }, () => {
      const text = chance(random, 0.2) ? hostileText(random) : anyOf(random, pool.texts);
      return anyOf(random, text.split(/\s+/));
    });
    const q = [...words.join(' ')].slice(0, 300).join('');
    draft.expects = 'either';
    if (Array.isArray(draft.body?.items)) draft.body.items.push({ q });
    else if (making.operation.parameters.some(({ name }) => name === 'q')) draft.query = [['q', encode(q)]];
  },

  nested(making: Making) {
    const { random, draft } = making;
    draft.expects = 'either';
    const name = anyInput(making)?.name ?? 'a';
    const text = nestedJson(random, name);
    if (draft.body) draft.raw = text;
    else draft.query.push([name, encode(text.slice(0, 500))]);
  },

  duplicate(making: Making) {
    const { random, draft } = making;
    if (draft.body) {
      draft.raw = doubledJson(random, draft.body);
      draft.expects = 'either';
    } else if (draft.query.length > 0) {
      draft.query.push(anyOf(random, draft.query));
      draft.expects = 'refusal';
    }
  },

  unknown(making: Making) {
    const { random, draft } = making;
    const name = pick(random, [
      'x',
      'Q',
      'limit ',
      '__proto__',
      'constructor',
      'toString',
      'items[]',
      'q.q',
      '🌾',
    ]);
    draft.expects = 'refusal';
    if (draft.body) draft.raw = `{${JSON.stringify(name)}:1,${JSON.stringify(draft.body).slice(1)}`;
    else draft.query.push([encode(name), 'x']);
  },

  targets(making: Making) {
    const { random, draft, operation, pool } = making;
    const [lng, lat] = anyOf(random, pool.places);
    const two = { q: 'dz. 1', id: anyOf(random, pool.ids), point: `${lat},${lng}` };
    if (Array.isArray(draft.body?.items)) {
      draft.body.items.push(
        pick<unknown>(random, [{}, two, { lat, lng }, null, 7, [two], { ...two, ref: 'r' }]),
      );
      draft.expects = 'either';
    } else if (operation.parameters.some(({ name }) => name === 'q')) {
      const forms: [string, string][][] = [
        Object.entries(two).map(([name, value]) => [name, encode(value)]),
        [['lat', String(lat)]],
        [['lng', String(lng)], ...draft.query.filter(([name]) => name === 'q')],
      ];
      draft.query = anyOf(random, forms);
      draft.expects = 'refusal';
    }
  },

  numbers(making: Making) {
    const { random, draft } = making;
    const number = pick(random, [
      '52.0000000000001,20.9',
      '49,14',
      '55,24.5',
      '55.0000001,24.5',
      '-52,20',
      '52,2000',
      '+52.05,+20.93',
      '52.05 , 20.93',
      '52.,20.',
      '.5,.5',
      '1e1,1e1',
    ]);
    const box = pick(random, [
      '20.93,52.055,20.94',
      '20.94,52.06,20.93,52.055',
      '20.93,52.055,20.93,52.055',
      '14,49,24.5,55',
      '20.93,52.055,20.9300001,52.0550001',
      '-180,-90,180,90',
      '20.93,52.055,20.94,52.06,1',
      'a,b,c,d',
    ]);
    draft.expects = 'either';
    if (making.operation.name === 'search' && chance(random, 0.5)) draft.query = [['bbox', box]];
    else if (making.operation.parameters.some(({ name }) => name === 'point'))
      draft.query = [['point', encode(number)]];
    else if (Array.isArray(draft.body?.items)) draft.body.items.push({ point: number });
  },

  polygon(making: Making) {
    const { random, draft, pool } = making;
    if (!draft.body || !('polygon' in draft.body)) return;
    draft.body.polygon = hostilePolygon(random, anyOf(random, pool.places));
    draft.expects = 'either';
  },

  cursor(making: Making) {
    const { random, draft } = making;
    const sealed = Buffer.from(JSON.stringify(['abcdefghij', wrongJson(random), 'x'])).toString('base64url');
    const cursor = pick(random, [
      sealed,
      'W10',
      'null',
      'bnVsbA',
      'e30',
      '=',
      randomText(random, 30),
      hostileText(random),
    ]);
    const input = inputsOf(making.operation).find(({ name }) => name === 'cursor');
    if (!input) return;
    set(making, input, cursor);
    draft.expects = 'either';
  },

  headers(making: Making) {
    const { random, draft } = making;
    draft.expects = 'either';
    const name = pick(random, [
      'If-None-Match',
      'Content-Type',
      'X-Api-Key',
      'Authorization',
      'X-Request-Id',
      'Accept',
    ]);
    const value = pick(random, [
      '',
      '*',
      'W/"x"',
      '"',
      '"a", "b"',
      'text/plain',
      'application/json; charset=utf-16',
      'é',
      'Bearer x',
      'a'.repeat(2_000),
      '\tx',
    ]);
    if (chance(random, 0.3)) delete draft.headers[name];
    else draft.headers[name] = value;
  },

  method(making: Making) {
    const { random, draft } = making;
    draft.method = pick(random, ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'POST', 'GET']);
    draft.expects = 'either';
  },

  path(making: Making) {
    const { random, draft } = making;
    const parts = draft.path.split('/');
    const at = 2 + Math.floor(random() * (parts.length - 2));
    const part = pick(random, [
      encode(hostileText(random)) || 'x',
      '%',
      '%zz',
      '%00',
      'a'.repeat(400),
      '',
      'openapi.json',
    ]);
    draft.path = parts.with(at, part).join('/');
    draft.expects = 'either';
  },
} satisfies Record<string, (making: Making) => void>;

export type Kind = keyof typeof KINDS;
