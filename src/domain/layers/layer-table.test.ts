import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EVENT_NAMES } from '../../contract/change-events.ts';
import { LAYER_KEYS } from '../../contract/layers.ts';
import { SOURCE_IDS, SOURCES } from '../corpus/registers.ts';
import type { LayerDefinition } from './layer-definition.ts';
import { isPlanning, layersMovedBy, layersOf } from './layer-registers.ts';
import { EVIDENCE_ROLES, FACT_LAYERS, INFLUENCE_M, LAYER_EVENTS, LAYERS, NO_FACTS } from './layer-table.ts';

const words = (text: string) => text.trim().split(/\s+/);

describe('the tables of layers', () => {
  it('hold every layer under its own key', () => {
    assert.deepEqual(Object.keys(LAYERS).sort(), [...LAYER_KEYS].sort());
    for (const key of LAYER_KEYS) assert.equal(LAYERS[key].key, key);
  });

  // Hashes of records are made in this order, and datasets hold them: append, never insert.
  it('keep the order of facts', () => {
    const order = words(
      'pog mpzp soil address flood landslide protected buildings road_access prices ground',
    );
    assert.deepEqual(FACT_LAYERS.slice(0, order.length), order);
    assert.deepEqual(Object.keys(NO_FACTS), [...FACT_LAYERS]);
    assert.ok(Object.values(NO_FACTS).every((fact) => fact === null));
  });

  it('give every role of evidence to one layer', () => {
    assert.equal(new Set(EVIDENCE_ROLES).size, EVIDENCE_ROLES.length);
    assert.deepEqual(INFLUENCE_M, { road: 1_000, price: 5_000 });
  });

  it('have a layer for every event of the contract that tells of one', () => {
    // Told of the gmina, of permits near by, of parcels and of loads.
    const others = words(`pog_status_changed wz_regime_changed studium_expired permit_added parcel_created
      parcel_removed parcel_geometry_changed parcel_area_changed coverage_changed verdict_changed source_refreshed`);
    const told = LAYER_EVENTS.map(({ event }) => event);
    assert.deepEqual([...told, ...others].sort(), [...EVENT_NAMES].sort());
  });

  it('have a layer for every register but those of units', () => {
    assert.deepEqual(
      SOURCE_IDS.filter((source) => layersOf(source).length === 0),
      ['terc', 'prg'],
    );
  });

  it('tell what each register holds where a layer has several', () => {
    for (const key of LAYER_KEYS) {
      const layer: LayerDefinition<typeof key> = LAYERS[key];
      if (!('collect' in layer)) continue;
      const registers = [...layer.answered_from, ...(layer.aided_by ?? [])];
      assert.equal(registers.length > 1, layer.coverageBeside !== undefined, key);
    }
  });
});

describe('the layers of a register', () => {
  const TABLE: [source: keyof typeof SOURCES, layers: string, moved: string][] = [
    ['egib', 'buildings road_access soil wz', FACT_LAYERS.join(' ')],
    ['prg_addresses', 'address', 'address'],
    ['pog', 'planning pog wz', 'pog ground'],
    ['pog_fallback', 'planning pog wz', 'pog ground'],
    ['mpzp', 'planning mpzp wz', 'mpzp ground'],
    ['mpzp_symbols', 'planning mpzp wz', 'mpzp ground'],
    ['flood', 'flood', 'flood'],
    ['sopo', 'landslide', 'landslide'],
    ['gdos', 'protected wz', 'protected ground'],
    ['bdot10k', 'road_access buildings', 'buildings road_access'],
    ['rwdz', 'permits', ''],
    ['rcn', 'prices', 'prices'],
    ['terc', '', ''],
    ['prg', '', ''],
  ];
  for (const [source, layers, moved] of TABLE) {
    it(`${source}: served in order, and moved by a load`, () => {
      assert.equal(layersOf(source).join(' '), layers);
      assert.equal(layersMovedBy(source).join(' '), moved);
    });
  }

  it('are planning for the registers that the catalogue calls so', () => {
    for (const source of SOURCE_IDS) {
      assert.equal(isPlanning(source), SOURCES[source].category === 'planning', source);
    }
  });
});
