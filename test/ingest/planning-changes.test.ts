// Later editions of plans: exactly what changed is told, of the gmina and of its parcels, and only parcels whose ground is
// told otherwise have another record hash.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, beforeEach, describe, it } from 'node:test';
import { areaOf } from '../../src/domain/geometry/rings.ts';
import { intersectionArea } from '../../src/domain/geometry/test-overlay.ts';
import type { MultiPolygon } from '../../src/domain/geometry/types.ts';
import type { PlanAreaRow } from '../../src/domain/publish/staged-rows.ts';
import { EXAMPLE_PARCEL, SHOWCASE } from '../../world/planted.ts';
import { startClient } from '../client.ts';
import { rule } from '../requirements.ts';
import { buildSampleData, type Sample, temporaryFolder } from '../sample.ts';
import { readAllParcels } from '../spec/all-parcels.ts';
import { load, loadOne, query, snapshot } from './load-file.ts';
import { type Edit, editArchive, readRows, recounted } from './registry-file.ts';
import { changesSeen, eventsTold, hashesMoved, lastEvent, look, type Seen } from './seen.ts';

const root = temporaryFolder();
let sample: Sample;
let shapes: ReadonlyMap<string, MultiPolygon>;
let areas: PlanAreaRow[];
/** Every parcel as it is before each test. */
let first: Map<string, Seen>;
let data: string;

before(async () => {
  sample = await buildSampleData(1_000);
  shapes = await readAllParcels(sample.data);
  const { rows } = await readRows(sample.files, 'pog');
  areas = rows.flatMap((staged) => (staged.kind === 'plan_area' ? [staged.row] : []));
  first = await lookAt(sample.data);
});

async function lookAt(where: string, ids = [...shapes.keys()]): Promise<Map<string, Seen>> {
  const client = await startClient(where);
  try {
    return await look(client, ids);
  } finally {
    await client.close();
  }
}

beforeEach(() => {
  data = join(mkdtempSync(join(root, 'case-')), 'data');
  cpSync(sample.data, data, { recursive: true });
});

const original = (name: string) => join(sample.files, name);

/** Loads an edited archive of a powiat: what was told, which must be what is seen to differ, and what is seen there now. */
async function publish(powiat: string, source: 'pog' | 'mpzp', edits: Readonly<Record<string, Edit>>) {
  const name = `${source}-${powiat}.zip`;
  // All that may differ, and some of what may not.
  const looked = [...shapes.keys()].filter((id, at) => id.startsWith(powiat) || at % 10 === 0);
  const earlier = new Map(looked.map((id) => [id, first.get(id) ?? assert.fail(id)]));
  const seq = lastEvent(data);
  const outcome = await loadOne(await editArchive(original(name), edits), data);
  assert.ok(outcome.outcome === 'published', 'reason' in outcome ? outcome.reason : '');
  const seen = await lookAt(data, looked);
  const { parcels, others } = eventsTold(data, seq);
  assert.equal(outcome.report.events, parcels.length + others.length);
  assert.deepEqual(parcels, changesSeen(earlier, seen));
  return { parcels, others, seen, moved: hashesMoved(earlier, seen) };
}

/** Edits the members of a collection that a pattern is found in. */
const editMembers =
  (pattern: string, edit: Edit): Edit =>
  (text) =>
    text.replace(/<wfs:member>.*?<\/wfs:member>/gs, (member) =>
      member.includes(pattern) ? edit(member) : member,
    );

const ofObject = (id: string) => `<app-pog:lokalnyId>${id}<`;

const withStatus =
  (code: string): Edit =>
  (member) =>
    member.replace(/ProcessStepGeneralValue\/\w+/, `ProcessStepGeneralValue/${code}`);

const localId = (area: PlanAreaRow): string => area.area_id.split('/').at(-1) ?? '';

/** Only parcels that the area meets. */
function assertOn({ geometry, area_id }: PlanAreaRow, ids: readonly string[]): void {
  for (const id of ids)
    assert.ok(intersectionArea(shapes.get(id) ?? [], geometry) > 0, `${id} on ${area_id}`);
}

/** The area of a role that holds the showcase parcel whole. */
function areaUnder(role: PlanAreaRow['role'], id: string): PlanAreaRow {
  const shape = shapes.get(id) ?? [];
  const under = areas.filter((area) => area.role === role && !/-90\dS/.test(area.area_id));
  return (
    under
      .map((area) => ({ area, common: intersectionArea(shape, area.geometry) }))
      .sort((a, b) => b.common - a.common)[0]?.area ?? assert.fail(id)
  );
}

describe('a draft that becomes law', () => {
  it('is told of the gmina; its parcels stay as they are where nothing else follows', async () => {
    const { parcels, others, seen, moved } = await publish('1438', 'pog', {
      'akty.xml': editMembers('143805-POG', withStatus('legalForce')),
    });
    assert.deepEqual(others, [
      {
        event: 'pog_status_changed',
        subject: '1438053',
        layer: 'pog',
        before: { status: 'draft', effective_from: null },
        after: { status: 'in_force', effective_from: '2026-03-01' },
      },
      {
        event: 'wz_regime_changed',
        subject: '1438053',
        layer: 'planning',
        before: { wz_regime: 'blocked_no_pog' },
        after: { wz_regime: 'pog_ouz' },
      },
    ]);
    assert.deepEqual(parcels, [], 'no infill area, so a zoning decision stays impossible');
    // The facts are those of before: what changed is the day's reading of them, which the ETag follows.
    assert.deepEqual(moved, []);
    const [was, is] = [first.get(SHOWCASE.pog_draft), seen.get(SHOWCASE.pog_draft)];
    assert.notEqual(was?.etag, is?.etag);
    assert.match(is?.text ?? '', /"status":"in_force","effective_from":"2026-03-01"/);
  });
});

describe('a plan in force that is withdrawn to a draft', () => {
  it('is told of the gmina, and of every parcel whose zoning decision or verdict turns', async () => {
    const { parcels, others, moved } = await publish('1418', 'pog', {
      'akty.xml': editMembers('141803-POG', withStatus('elaboration')),
    });
    assert.deepEqual(
      others.map(({ event, subject, before, after }) => [
        event,
        subject,
        before.status ?? before.wz_regime,
        after.status ?? after.wz_regime,
      ]),
      [
        ['pog_status_changed', '1418032', 'in_force', 'draft'],
        ['wz_regime_changed', '1418032', 'pog_ouz', 'blocked_no_pog'],
      ],
    );
    assert.deepEqual(moved, []);
    const kinds = new Set(parcels.map((line) => line.split(' ')[0]));
    assert.deepEqual(kinds, new Set(['verdict_changed', 'wz_possible_changed']));
    for (const event of kinds) assert.ok(parcels.includes(`${event} ${EXAMPLE_PARCEL}`));
    // Where a local plan is in force, neither turns.
    assert.ok(!parcels.some((line) => line.endsWith(` ${SHOWCASE.mpzp_1mn}`)));
  });
});

describe('a zone with another symbol', () => {
  it('is told of the parcels on it, whose record hashes move, and of no other', async () => {
    const zone = areaUnder('zone', EXAMPLE_PARCEL);
    assert.equal(zone.symbol, 'SJ');
    const edit = editMembers(ofObject(localId(zone)), (member) =>
      member
        .replace('<app-pog:symbol>SJ<', '<app-pog:symbol>SO<')
        .replace(/(<app-pog:oznaczenie>\d+)SJ</, '$1SO<'),
    );
    const edits = { 'strefy-1.xml': edit, 'strefy-2.xml': edit };
    const { parcels, others, seen, moved } = await publish('1418', 'pog', edits);
    assert.deepEqual(others, []);
    const told = (event: string) =>
      parcels.filter((line) => line.startsWith(`${event} `)).map((line) => line.slice(event.length + 1));
    assert.deepEqual(told('pog_zone_changed'), moved);
    assert.ok(moved.length > 5 && moved.length < 60, `${moved.length} parcels`);
    assertOn(zone, moved);
    // Open land cannot be built on, whatever the infill area says; but a part that stays SJ is enough for that part.
    const verdictOf = (id: string) => seen.get(id)?.says.verdict_changed;
    const isWholeOn = (shape: MultiPolygon) => intersectionArea(shape, zone.geometry) > 0.99 * areaOf(shape);
    const turned = told('verdict_changed');
    const whole = moved.filter((id) => isWholeOn(shapes.get(id) ?? []));
    assert.ok(whole.some((id) => turned.includes(id)));
    for (const id of [...whole, ...turned]) assert.equal(verdictOf(id), 'fail', id);
    assert.equal(verdictOf(EXAMPLE_PARCEL), 'conditional');
    assert.match(
      seen.get(EXAMPLE_PARCEL)?.text ?? '',
      /on 386 m² \(SJ in OUZ\)\. Not on 1,394 m² \(SO in OUZ\)/,
    );
    assert.deepEqual(told('ouz_changed'), []);
    const [event] = query(
      data,
      "SELECT before, after FROM events WHERE event = 'pog_zone_changed' AND subject = ?",
      EXAMPLE_PARCEL,
    );
    assert.deepEqual(JSON.parse(String(event?.before)).zones, [{ symbol: 'SJ', share_pct: 100 }]);
    const [largest, ...rest] = JSON.parse(String(event?.after)).zones;
    assert.equal(largest.symbol, 'SO');
    // The rest of the parcel lies in the next zone of the plan, which stays.
    assert.ok(rest.every(({ symbol }: { symbol: string }) => symbol === 'SJ'));
  });
});

describe('an infill area that is gone', () => {
  it('is told of the parcels in it: infill, zoning decision, verdict', async () => {
    const ouz = areaUnder('ouz', EXAMPLE_PARCEL);
    const id = localId(ouz);
    const { parcels, others, moved } = await publish('1418', 'pog', {
      'ouz.xml': (text) => recounted(editMembers(ofObject(id), () => '')(text)),
      'akty.xml': (text) => text.replace(new RegExp(`<app-pog:regulacja[^>]*/${id}"/>`), ''),
    });
    assert.deepEqual(others, []);
    assertOn(ouz, moved);
    for (const event of ['ouz_changed', 'wz_possible_changed', 'verdict_changed']) {
      assert.ok(parcels.includes(`${event} ${EXAMPLE_PARCEL}`), event);
    }
    const ouzTold = parcels.filter((line) => line.startsWith('ouz_changed'));
    assert.ok(ouzTold.length > 5 && ouzTold.length <= moved.length);
    assert.ok(!parcels.some((line) => line.startsWith('pog_zone_changed')));
  });
});

describe('an edition with another date and nothing else', () => {
  it(rule('C6-planning'), async () => {
    const { parcels, others, seen, moved } = await publish('1418', 'mpzp', {
      'akty.xml': (text) => text.replace(/timeStamp="2026-11-08/, 'timeStamp="2026-11-14'),
    });
    assert.deepEqual(
      others.map(({ event, subject }) => [event, subject]),
      [['source_refreshed', 'source mpzp 1418']],
    );
    assert.deepEqual([parcels, moved], [[], []]);
    const [was, is] = [first.get(EXAMPLE_PARCEL), seen.get(EXAMPLE_PARCEL)];
    assert.notEqual(was?.text, is?.text, 'the date of the local plans stands in the answer');
    assert.notEqual(was?.etag, is?.etag);
  });
});

describe('a local plan with a last day', () => {
  it('counts in the cover of its gmina up to that day', async () => {
    const steps = () =>
      query(data, "SELECT since, pct FROM mpzp_cover WHERE gmina6 = '141804' ORDER BY since").map(
        ({ since, pct }) => [since, pct],
      );
    const [[since, pct] = []] = steps();
    const ending: Edit = (text) =>
      text.replace(
        /<([\w-]+):obowiazujeOd>2016-08-05<\/\1:obowiazujeOd>/,
        '$&<$1:obowiazujeDo>2026-12-31</$1:obowiazujeDo>',
      );
    const outcome = await loadOne(await editArchive(original('mpzp-1418.zip'), { 'akty.xml': ending }), data);
    assert.equal(outcome.outcome, 'published');
    assert.deepEqual(steps(), [
      [since, pct],
      ['2027-01-01', 0],
    ]);
  });
});

describe('everything again', () => {
  it('from the same files into an empty folder gives the same hashes and facts, and no event', async () => {
    const other = join(mkdtempSync(join(root, 'again-')), 'data');
    const outcomes = await load(sample.files, other);
    assert.ok(outcomes.every(({ outcome }) => outcome === 'published'));
    const facts = (where: string) =>
      query(
        where,
        'SELECT p.id, p.record_hash, f.facts FROM parcels p JOIN parcel_facts f USING (fid) ORDER BY p.id',
      );
    assert.deepEqual(facts(other), facts(data));
    const { evidence, plans, mpzp_cover } = snapshot(other);
    const served = snapshot(data);
    assert.deepEqual([evidence, plans, mpzp_cover], [served.evidence, served.plans, served.mpzp_cover]);
  });

  it('with the boundaries last measures the cover of local plans all the same', async () => {
    const other = join(mkdtempSync(join(root, 'boundaries-last-')), 'data');
    const boundaries = /^PRG_/;
    for (const name of readdirSync(sample.files)
      .filter((file) => /^(TERC_|mpzp-\d{4}\.zip)/.test(file))
      .sort())
      await loadOne(join(sample.files, name), other);
    assert.deepEqual(snapshot(other).mpzp_cover, [], 'nothing to measure by');
    for (const name of readdirSync(sample.files)
      .filter((file) => boundaries.test(file))
      .sort())
      await loadOne(join(sample.files, name), other);
    assert.deepEqual(snapshot(other).mpzp_cover, snapshot(data).mpzp_cover);
    assert.ok((snapshot(other).mpzp_cover ?? []).length > 0);
  });

  it('as other files with the same content, into what is served: nothing moves and nothing is told', async () => {
    const earlier = snapshot(data);
    const note = (text: string) => text.replace('?>', '?><!-- another edition -->');
    for (const name of ['pog-1418.zip', 'pog-1438.zip', 'mpzp-1418.zip', 'mpzp-1438.zip']) {
      const outcome = await loadOne(await editArchive(original(name), { 'akty.xml': note }), data);
      assert.ok(outcome.outcome === 'published');
      const { created, changed, removed, events } = outcome.report;
      assert.deepEqual([created, changed, removed, events], [0, 0, 0, 0], name);
    }
    assert.deepEqual(snapshot(data), earlier);
  });
});
