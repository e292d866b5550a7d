// A load that is not whole never says no (law §3.6; docs/decisions/0030-what-is-not-whole.md), as a property over a sample
// world: with each source alone, with a part of what acts, counts and lists of classes name, and with sources loaded twice,
// no parcel hears a negative or a verdict that the whole load does not give.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { CHECK_IDS, type CheckId, type CheckOutcome } from '../../src/contract/answers.ts';
import { datasetIn } from '../../src/data-folder.ts';
import { type OpenDataset, openDataset } from '../../src/dataset.ts';
import { type Assessment, assessSubject } from '../../src/domain/assess/assessment.ts';
import { Corpus } from '../../src/domain/corpus/corpus.ts';
import { GDOS_PARTS } from '../../src/domain/corpus/register-parts.ts';
import { NO_FACTS, TOLD_LAYERS } from '../../src/domain/layers/layer-table.ts';
import { unpackFacts } from '../../src/domain/layers/packed-facts.ts';
import { answerPermits, NO_PERMITS } from '../../src/domain/layers/permits.ts';
import { subjectOf } from '../../src/domain/layers/subject.ts';
import { unpackZip } from '../../src/ingest/formats/zip.ts';
import { planFiles } from '../../src/ingest/plan-files.ts';
import { ingestFile } from '../../src/ingest/run.ts';
import { buildSampleData, LAND, LOADED_AT, type Sample, temporaryFolder } from '../sample.ts';
import { editBulk, zipFiles } from './bulk-file.ts';
import { ENGINE } from './compute-engine.ts';
import { loadOne } from './load-file.ts';
import { type Edit, editArchive } from './registry-file.ts';

const DAY = '2026-11-15';
const root = temporaryFolder();
let land: Sample;
let whole: Sample;
let said: Map<string, Said>;

before(async () => {
  land = await buildSampleData(1_000, { only: LAND });
  whole = await buildSampleData(1_000);
  said = await listen(whole.data);
});

interface Said {
  readonly negatives: ReadonlySet<string>;
  readonly verdict: string;
  readonly results: Readonly<Partial<Record<CheckId, CheckOutcome>>>;
}

/** Every statement that something is not here, or must not be. */
function negativesOf(assessment: Assessment): Set<string> {
  const { pog, wz, flood, landslide, protected: forms, road_access: road, buildings } = assessment;
  const absent = TOLD_LAYERS.filter((layer) => assessment[layer].coverage === 'covered_no_data');
  const claims: [string, boolean | undefined][] = [
    ['outside OUZ', pog.value?.in_ouz === false],
    ['no zoning decision', wz.value?.possible === false],
    ['no Q10', flood.value?.q10 === false],
    ['no Q100', flood.value?.q100 === false],
    ['no Q500', flood.value?.q500 === false],
    ['no landslide', landslide.value?.present === false],
    ['not protected', forms.value?.inside_any === false],
    ['no road', road.value?.verdict === 'fail'],
    ['no building', buildings.value?.count === 0],
  ];
  return new Set([
    ...absent.map((layer) => `no ${layer}`),
    ...claims.flatMap(([claim, isMade]) => (isMade ? [claim] : [])),
  ]);
}

/** Loads files over what is there; one that is refused changes nothing. */
async function load(dataset: OpenDataset, paths: readonly string[], allowLoss = true): Promise<void> {
  const options = dataset.options({ allowLoss, engine: ENGINE, now: () => LOADED_AT });
  for (const { recipe, path } of paths.flatMap((path) => planFiles(path, undefined))) {
    await ingestFile(recipe, path, options);
  }
}

async function loadInto(data: string, names: readonly string[]): Promise<void> {
  await using dataset = openDataset(data);
  await load(dataset, names.map(original));
}

/** What is said of every parcel once files are loaded. */
async function listen(
  data: string,
  paths: readonly string[] = [],
  allowLoss = true,
): Promise<Map<string, Said>> {
  await using dataset = openDataset(data);
  await load(dataset, paths, allowLoss);
  const corpus = new Corpus(await dataset.writer.corpus());
  using db = new DatabaseSync(datasetIn(data), { readOnly: true });
  const rows = db
    .prepare('SELECT p.id, f.facts FROM parcels p LEFT JOIN parcel_facts f ON f.fid = p.fid')
    .all();
  return new Map(
    rows.map(({ id, facts }) => {
      const subject = subjectOf(String(id), unpackFacts(facts as string | null), corpus);
      const assessment = assessSubject(subject, corpus, DAY);
      const { verdict, checks } = assessment.building;
      const results = Object.fromEntries(checks.map((check) => [check.id, check.result]));
      return [String(id), { negatives: negativesOf(assessment), verdict, results }];
    }),
  );
}

/** The same over a copy. */
async function listenWith(
  data: string,
  paths: readonly string[],
  allowLoss = true,
): Promise<Map<string, Said>> {
  const copy = join(mkdtempSync(join(root, 'case-')), 'data');
  cpSync(data, copy, { recursive: true });
  return listen(copy, paths, allowLoss);
}

/** No decision can be issued, whether or not a local plan that is not known governs (law §4). */
const isStated = (check: CheckId, negatives: ReadonlySet<string>): boolean =>
  negatives.has('no zoning decision') &&
  (check === 'wz_possible' || (check === 'pog_zone' && negatives.has('no pog')));

function assertNothingNew(partly: ReadonlyMap<string, Said>): void {
  assert.equal(partly.size, said.size);
  const wrong: string[] = [];
  for (const [id, { negatives, verdict, results }] of partly) {
    const all = said.get(id) ?? assert.fail(id);
    for (const claim of negatives) if (!all.negatives.has(claim)) wrong.push(`${id}: ${claim}`);
    for (const check of CHECK_IDS) {
      const [is, was] = [results[check], all.results[check]];
      const isFirm = is === 'pass' || is === 'fail';
      if (isFirm && is !== was && !isStated(check, negatives))
        wrong.push(`${id}: ${check} ${is}, not ${was}`);
    }
    // With a hazard unknown, building that would pass is conditional (law §9).
    const isCautious = verdict === 'unknown' || (verdict === 'conditional' && all.verdict === 'pass');
    if (!isCautious && verdict !== all.verdict) wrong.push(`${id}: ${verdict}, not ${all.verdict}`);
  }
  assert.deepEqual(wrong.slice(0, 10), [], `${wrong.length} in all`);
}

const original = (name: string) => join(whole.files, name);

type Choice = (number: number) => boolean;
const odd: Choice = (number) => number % 2 === 1;
const even: Choice = (number) => number % 2 === 0;
const all: Choice = () => true;

/** Edits the members of a collection that a pattern is found in, chosen by their number. */
const editMembers =
  (pattern: RegExp, isChosen: Choice, edit: Edit): Edit =>
  (text) => {
    let number = 0;
    return text.replace(/\s*<wfs:member>.*?<\/wfs:member>/gs, (member) => {
      if (!pattern.test(member)) return member;
      number += 1;
      return isChosen(number) ? edit(member) : member;
    });
  };
const drop = (pattern: RegExp, isChosen: Choice = all): Edit => editMembers(pattern, isChosen, () => '');

/** Drops members as if they had never been there: the collection counts what is left. */
const without =
  (pattern: RegExp, isChosen: Choice = all): Edit =>
  (text) => {
    const kept = drop(pattern, isChosen)(text);
    const count = kept.match(/<wfs:member>/g)?.length ?? 0;
    return kept.replaceAll(/number(Matched|Returned)="\d+"/g, `number$1="${count}"`);
  };
const doubled = (text: string): string => editMembers(/./s, all, (member) => member + member)(text);

/** A changed copy of a file of one collection, under the same name. */
function editText(name: string, edit: Edit): string {
  const text = readFileSync(original(name), 'utf8');
  const edited = edit(text);
  assert.notEqual(edited, text, `the edit of ${name} changes nothing`);
  const copy = join(mkdtempSync(join(root, 'file-')), name);
  writeFileSync(copy, edited);
  return copy;
}

/** A copy of an archive without some of its files. */
async function withoutFiles(name: string, isDropped: (file: string) => boolean): Promise<string> {
  const inside = await unpackZip(original(name), mkdtempSync(join(root, 'inside-')));
  const kept = inside.filter((path) => !isDropped(basename(path)));
  assert.ok(
    kept.length > 0 && kept.length < inside.length,
    `${kept.length} of ${inside.length} files are kept`,
  );
  const copy = join(mkdtempSync(join(root, 'archive-')), name);
  await zipFiles(copy, kept);
  return copy;
}

describe('a source alone', () => {
  const SOURCES: [string, RegExp][] = [
    ['general plans', /^pog-\d/],
    ['general plans of the sweep', /^pog_fallback/],
    ['local plans', /^mpzp-\d{4}\./],
    ['designations', /^mpzp.*geojson/],
    ['flood maps', /^mzp-flood/],
    ['the reach of flood maps', /^mzp-zasieg/],
    ['landslides', /^sopo-obszary/],
    ['the extent of their mapping', /^sopo-stan/],
    ['protected areas', /^gdos/],
    ['roads and buildings', /_GML\.zip$/],
    ['addresses', /adresy/],
    ['permits', /^wynik/],
    ['prices', /transakcje/],
    ['an extract of the cadastre', /^egib/],
  ];
  for (const [name, pattern] of SOURCES) {
    it(`says no more than all together: ${name}`, async () => {
      const files = readdirSync(whole.files).filter((file) => pattern.test(file));
      assert.ok(files.length > 0);
      assertNothingNew(await listenWith(land.data, files.map(original)));
    });
  }

  it('is any that is loaded beside units, boundaries and parcels', () => {
    const files = readdirSync(whole.files).filter((file) => !LAND.test(file) && file !== 'synthetic.json');
    assert.deepEqual(
      files.filter((file) => !SOURCES.some(([, pattern]) => pattern.test(file))),
      [],
    );
  });
});

describe('what an act names and the load lacks', () => {
  const OUZ = /ObszarUzupelnieniaZabudowy gml:id/;
  const ZONE = /StrefaPlanistyczna gml:id/;
  const zones = (isChosen: Choice) => ({
    'strefy-1.xml': without(ZONE, isChosen),
    'strefy-2.xml': without(ZONE, isChosen),
  });
  const unlink: Edit = (text) => text.replaceAll(/<app-pog:(wydzielenie|regulacja)[^>]*>/g, '');
  const CASES: [string, Readonly<Record<string, Edit>>][] = [
    ['half of the infill areas', { 'ouz.xml': without(OUZ, odd) }],
    ['all of them', { 'ouz.xml': without(OUZ) }],
    ['a third of the zones', zones((number) => number % 3 === 0)],
    [
      'another third, and half of the infill areas',
      { ...zones((n) => n % 3 === 1), 'ouz.xml': without(OUZ, even) },
    ],
    ['half of the infill areas, and the act is silent', { 'akty.xml': unlink, 'ouz.xml': without(OUZ, odd) }],
  ];
  const heard = new Map<string, Map<string, Said>>();
  for (const [name, edits] of CASES) {
    it(`is no negative: ${name}`, async () => {
      const lacking = await listenWith(whole.data, [await editArchive(original('pog-1418.zip'), edits)]);
      heard.set(name, lacking);
      assertNothingNew(lacking);
    });
  }

  it('leaves what lies in the infill areas that came', () => {
    const lacking = heard.get('half of the infill areas') ?? assert.fail();
    const counts = (parcels: ReadonlyMap<string, Said>, verdict: string) =>
      [...parcels.values()].filter((parcel) => parcel.verdict === verdict).length;
    assert.ok(counts(lacking, 'unknown') > counts(said, 'unknown'));
    assert.ok(
      counts(lacking, 'conditional') > 0 && counts(lacking, 'conditional') < counts(said, 'conditional'),
    );
  });
});

describe('what a count names and the load lacks', () => {
  const ARCHIVES: [string, string, string][] = [
    ['zones', 'pog-1418.zip', 'strefy-2.xml'],
    ['infill areas', 'pog-1418.zip', 'ouz.xml'],
    ['local plans', 'mpzp-1418.zip', 'akty.xml'],
  ];
  for (const [name, archive, file] of ARCHIVES) {
    it(`is no negative: half of the ${name}`, async () => {
      const lacking = await editArchive(original(archive), { [file]: drop(/./s, odd) });
      assertNothingNew(await listenWith(land.data, [lacking]));
    });
  }

  it('is no negative: half of the flood maps', async () => {
    const lacking = editText('mzp-flood.gml', drop(/./s, odd));
    assertNothingNew(await listenWith(land.data, [lacking, original('mzp-zasieg.geojson')]));
  });
});

describe('classes of a register that are missing', () => {
  const FILES = {
    gdos: ['gdos.zip'],
    flood: ['mzp-flood.gml', 'mzp-zasieg.geojson'],
    sopo: ['sopo-obszary-2026-11-08.json', 'sopo-stan-2026-11-08.json'],
  } as const;
  type Register = keyof typeof FILES;
  /** Everything but one register. */
  const lacking = {} as Record<Register, string>;
  before(async () => {
    // Everything else that a verdict follows from.
    const rest = join(mkdtempSync(join(root, 'rest-')), 'data');
    cpSync(land.data, rest, { recursive: true });
    const plansAndRoads = readdirSync(whole.files).filter((file) => /^(pog|mpzp)|_GML\.zip$/.test(file));
    await loadInto(rest, plansAndRoads);
    for (const missing of ['gdos', 'flood', 'sopo'] as const) {
      lacking[missing] = join(mkdtempSync(join(root, 'lacking-')), 'data');
      cpSync(rest, lacking[missing], { recursive: true });
      const others = Object.entries(FILES).flatMap(([register, files]) =>
        register === missing ? [] : files,
      );
      await loadInto(lacking[missing], others);
    }
  });

  /** Nothing new is said, and a claim is not made at all. */
  async function assertUnsaid(register: Register, path: string, claim: string): Promise<void> {
    const [, ...more] = FILES[register];
    const heard = await listenWith(lacking[register], [path, ...more.map(original)]);
    assertNothingNew(heard);
    assert.ok([...heard.values()].every(({ negatives }) => !negatives.has(claim)));
    assert.ok(
      [...said.values()].some(({ negatives }) => negatives.has(claim)),
      'the whole load makes it',
    );
  }

  const layers = GDOS_PARTS.map(({ part }) => part);
  const HALVES: [string, (layer: string) => boolean][] = [
    ['every other form', (layer) => odd(layers.indexOf(layer))],
    ['the others', (layer) => even(layers.indexOf(layer))],
    ['all but monuments drawn as areas', (layer) => layer !== 'PomnikiPrzyrodyPowierzchniowe'],
  ];
  for (const [name, isMissing] of HALVES) {
    it(`say no negative: ${name}`, async () => {
      const isDropped = (file: string) => layers.some((layer) => file.startsWith(layer) && isMissing(layer));
      const forms = await withoutFiles('gdos.zip', isDropped);
      await assertUnsaid('gdos', forms, 'not protected');
    });
  }

  for (const scenario of ['Q 10%', 'Q 1%', 'Q 0,2%']) {
    it(`say no negative: flood of ${scenario}`, async () => {
      const maps = editText('mzp-flood.gml', without(new RegExp(`scenariusz ${scenario}`)));
      await assertUnsaid('flood', maps, 'no Q500');
    });
  }

  it('say no negative: threatened areas', async () => {
    const landslides = editText(FILES.sopo[0], (text) =>
      text.replaceAll(/\{[^\n]*"layerId":12,[^\n]*\},?\n/g, '').replace(/,\n\]\}/, '\n]}'),
    );
    await assertUnsaid('sopo', landslides, 'no landslide');
  });
});

describe('acts that are missing', () => {
  const PLANS: [string, RegExp][] = [
    ['pog-1418.zip', /no act that they belong to/],
    ['mpzp-1418.zip', /no act that they belong to/],
  ];
  for (const [name, said] of PLANS) {
    it(`are no lack of plans: ${name} without them is refused`, async () => {
      const lacking = await withoutFiles(name, (file) => file.startsWith('akty'));
      const copy = join(mkdtempSync(join(root, 'case-')), 'data');
      cpSync(land.data, copy, { recursive: true });
      const outcome = await loadOne(lacking, copy);
      assert.ok(outcome.outcome === 'failed', outcome.outcome);
      assert.match(outcome.reason, said);
      assertNothingNew(await listen(copy));
    });
  }
});

describe('a class of roads that is missing', () => {
  it('says no negative: axes without carriageways', async () => {
    const names = readdirSync(whole.files).filter((file) => /_GML\.zip$/.test(file));
    const axes = await Promise.all(
      names.map((name) => withoutFiles(name, (file) => file.includes('OT_SKJZ_L'))),
    );
    const heard = await listenWith(land.data, axes);
    assertNothingNew(heard);
    assert.ok([...heard.values()].every(({ negatives }) => !negatives.has('no road')));
    assert.ok([...said.values()].some(({ negatives }) => negatives.has('no road')));
  });
});

describe('what comes and cannot be read', () => {
  const roads = (edit: Edit) => () =>
    editArchive(original('1418_GML.zip'), { 'PL.PZGiK.994.1418__OT_SKJZ_L.xml': edit });
  const CASES: [string, () => Promise<string> | string, claim: string][] = [
    [
      'roads without a category',
      roads((text) => text.replaceAll(/<ot:kategoriaZarzadzania>gminna<[^>]*>/g, '')),
      'no road',
    ],
    ['roads of a category of no list', roads((text) => text.replaceAll('>gminna<', '>nieznana<')), 'no road'],
    [
      'roads of which it is not said how they exist',
      roads((text) => text.replaceAll('>eksploatowany<', '>inny stan<')),
      'no road',
    ],
    [
      'a road of one position',
      roads((text) => text.replace(/(<gml:posList>\S+ \S+) [^<]*/, '$1')),
      'no road',
    ],
    [
      'a building without an outline',
      () =>
        editBulk(whole.files, mkdtempSync(join(root, 'bulk-')), '1418', (db) =>
          db.exec('UPDATE budynki SET geom = NULL WHERE fid = (SELECT min(fid) FROM budynki)'),
        ),
      'no building',
    ],
  ];
  for (const [name, make, claim] of CASES) {
    it(`says no negative: ${name}`, async () => {
      const heard = await listenWith(whole.data, [await make()], false);
      assertNothingNew(heard);
      const count = (parcels: ReadonlyMap<string, Said>) =>
        [...parcels.values()].filter(({ negatives }) => negatives.has(claim)).length;
      assert.ok(count(heard) < count(said), 'it is not said where it might lie');
    });
  }

  it('says no negative: a flood area without a class', async () => {
    const unclassed = (member: string) =>
      member.replace(/scenariusz Q 1%[^<]*/, 'scenariusz').replaceAll(/(returnPeriod>)[^<]*/g, '$1');
    const maps = editText(
      'mzp-flood.gml',
      editMembers(/scenariusz Q 1%/, (number) => number === 1, unclassed),
    );
    const heard = await listenWith(land.data, [maps, original('mzp-zasieg.geojson')], false);
    assertNothingNew(heard);
    const said100 = [...said.values()].filter(({ negatives }) => negatives.has('no Q100')).length;
    const heard100 = [...heard.values()].filter(({ negatives }) => negatives.has('no Q100')).length;
    // Elsewhere the maps answer as before.
    assert.ok(heard100 > 0 && heard100 <= said100, `${heard100} of ${said100}`);
  });
});

describe('boundaries that are missing', () => {
  it('say no negative: every other gmina, unit and obręb', async () => {
    const names = readdirSync(whole.files).filter((file) => /^PRG_A0[356]/.test(file));
    assert.equal(names.length, 3);
    const halves = names.map((name) => editText(name, without(/./s, odd)));
    assertNothingNew(await listenWith(whole.data, halves));
  });
});

describe('permits of another place', () => {
  /** What is said where no permit is near. */
  async function permitsSaid(data: string): Promise<Map<string, string>> {
    await using dataset = openDataset(data);
    const corpus = new Corpus(await dataset.writer.corpus());
    return new Map(
      [...said.keys()].map((id) => {
        const { coverage } = answerPermits(subjectOf(id, NO_FACTS, corpus), corpus, NO_PERMITS);
        return [id, coverage];
      }),
    );
  }

  it('say no negative: none held, and those of the neighbouring powiat alone', async () => {
    assert.deepEqual(new Set((await permitsSaid(whole.data)).values()), new Set(['covered_no_data']));
    assert.deepEqual(new Set((await permitsSaid(land.data)).values()), new Set(['not_covered']));
    const [csv] = await unpackZip(original('wynik_mazowieckie.zip'), mkdtempSync(join(root, 'inside-')));
    const [header, ...rows] = readFileSync(csv ?? '', 'utf8').split('\n');
    const own = rows.filter((row) => row.includes('"1438'));
    assert.ok(own.length > 0 && own.length < rows.length);
    const path = join(mkdtempSync(join(root, 'file-')), 'rwdz_1438.csv');
    writeFileSync(path, [header, ...own].join('\n'));
    const copy = join(mkdtempSync(join(root, 'case-')), 'data');
    cpSync(land.data, copy, { recursive: true });
    assert.equal((await loadOne(path, copy)).outcome, 'published');
    for (const [id, coverage] of await permitsSaid(copy)) {
      assert.equal(coverage, id.startsWith('1438') ? 'covered_no_data' : 'not_covered', id);
    }
  });
});

describe('what comes twice', () => {
  it('says the same: every file again, as another edition', async () => {
    const names = readdirSync(whole.files).filter((file) => /^(pog|mpzp)-\d{4}\.zip$/.test(file));
    const note: Edit = (text) => text.replace('?>', '?><!-- another edition -->');
    const again = await Promise.all(names.map((name) => editArchive(original(name), { 'akty.xml': note })));
    again.push(editText('mzp-flood.gml', note));
    assert.deepEqual(await listenWith(whole.data, again), said);
  });

  it('says nothing new: every member of a collection twice', async () => {
    const plans = await editArchive(original('pog-1418.zip'), {
      'akty.xml': doubled,
      'ouz.xml': doubled,
      'strefy-1.xml': doubled,
    });
    const local = await editArchive(original('mpzp-1418.zip'), { 'akty.xml': doubled });
    assertNothingNew(await listenWith(whole.data, [plans, local, editText('mzp-flood.gml', doubled)]));
  });
});
