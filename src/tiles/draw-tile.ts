// One tile from one version of the dataset, in slices: what the store has in its box, layer by layer, as bytes. Nothing is cut
// off: however many shapes there are, all are drawn that have an extent at this scale.

import type { Corpus } from '../domain/corpus/corpus.ts';
import { boxesMeet } from '../domain/geometry/box.ts';
import { cutBox, cutInto } from '../domain/geometry/searched-area.ts';
import type { Box } from '../domain/geometry/types.ts';
import { numberOf } from '../domain/places/parcel-id.ts';
import type { EvidenceShape, Pause, StoreReads } from '../store/reads.ts';
import { joinLayers, LINE, MvtLayer, POINT, POLYGON } from './mvt-layer.ts';
import { centreOf, isPoint, ShapeCommands } from './shape-commands.ts';
import { groundOfTile, projectDegrees, projectionOf, showsPoland, type TileAddress } from './tile-grid.ts';
import {
  describeCoverage,
  EVIDENCE_LAYERS,
  levelsAt,
  PARCELS_FROM_ZOOM,
  rolesAt,
  TILE_LAYER_NAMES,
  type TileLayerName,
} from './tile-layers.ts';

/** Shapes between two pauses: less than a millisecond of work. */
const SHAPES_A_PAUSE = 100;

/** Where buildings are drawn, registers have thousands of shapes on a square kilometre: one statement takes a millisecond for so much. */
const CROWDED_CELL_M2 = 250_000;

/** Nothing lies in it: every parcel comes with its outline. */
const NOWHERE_INNER: Box = [Infinity, Infinity, -Infinity, -Infinity];

export async function drawTile(
  reads: StoreReads,
  corpus: Corpus,
  tile: TileAddress,
  pause: Pause,
): Promise<Uint8Array> {
  if (!showsPoland(tile)) return new Uint8Array();
  const drawing = new TileDrawing(tile, corpus, pause);
  const ground = groundOfTile(tile);
  await drawing.addBoundaries(reads, ground);
  const isCrowded = tile.z >= PARCELS_FROM_ZOOM;
  if (rolesAt(tile.z).length > 0)
    await drawing.addEvidence(reads, isCrowded ? cutInto(ground, CROWDED_CELL_M2) : cutBox(ground));
  if (isCrowded) {
    await drawing.addParcels(reads, cutBox(ground));
    await drawing.addPermits(reads, ground);
  }
  return drawing.finish();
}

class TileDrawing {
  readonly #tile: TileAddress;
  readonly #corpus: Corpus;
  readonly #pause: Pause;
  readonly #shapes: ShapeCommands;
  readonly #layers: Readonly<Record<TileLayerName, MvtLayer>>;
  #drawn = 0;

  constructor(tile: TileAddress, corpus: Corpus, pause: Pause) {
    this.#tile = tile;
    this.#corpus = corpus;
    this.#pause = pause;
    this.#shapes = new ShapeCommands(projectionOf(tile));
    this.#layers = Object.fromEntries(TILE_LAYER_NAMES.map((name) => [name, new MvtLayer(name)])) as Record<
      TileLayerName,
      MvtLayer
    >;
  }

  async addBoundaries(reads: StoreReads, ground: Box): Promise<void> {
    const { boundaries, coverage, unit_names } = this.#layers;
    for (const level of levelsAt(this.#tile.z)) {
      await this.#pause();
      for (const shape of await reads.boundariesIn(ground, level)) {
        const commands = this.#shapes.polygons(shape);
        await this.#pause();
        if (commands.length === 0) continue;
        const { code, name } = shape;
        boundaries.add(POLYGON, commands, { level, code, name });
        const label = name !== null && this.#shapes.position(centreOf(shape));
        if (label) unit_names.add(POINT, label, { level, name });
        if (level === 'powiat') coverage.add(POLYGON, commands, describeCoverage(code, name, this.#corpus));
      }
    }
  }

  async addEvidence(reads: StoreReads, cells: readonly Box[]): Promise<void> {
    // By object, then by piece: a shape that meets several cells comes with each of them.
    const objects = new Map<string, Map<number, EvidenceShape>>();
    for (const cell of cells) {
      await this.#pause();
      for (const shape of await reads.evidenceIn(cell, rolesAt(this.#tile.z))) {
        const object = `${shape.role} ${shape.source} ${shape.place} ${shape.key}`;
        const pieces = objects.get(object);
        if (pieces) pieces.set(shape.piece, shape);
        else objects.set(object, new Map([[shape.piece, shape]]));
      }
    }
    // Where an edge is a cut, the piece beyond it meets the tile as well.
    for (const pieces of objects.values()) {
      for (const shape of pieces.values()) {
        this.#addEvidence(shape, pieces.size > 1);
        // To wait for nothing would cost a turn of the microtasks a shape.
        const rest = this.#rest();
        if (rest) await rest;
      }
    }
  }

  #addEvidence(shape: EvidenceShape, isPiece: boolean): void {
    const drawn = EVIDENCE_LAYERS[shape.role];
    const properties = drawn?.describe(shape, this.#corpus);
    if (!drawn || !properties) return;
    const layer = this.#layers[drawn.layer];
    // Addresses, and trees and rocks among what is protected.
    if (isPoint(shape)) {
      const commands = this.#shapes.storedPoint(shape);
      if (commands) layer.add(POINT, commands, properties);
      return;
    }
    const commands = this.#shapes.polygons(shape);
    if (commands.length === 0) return;
    layer.add(POLYGON, commands, isPiece ? { ...properties, piece: true } : properties);
    if (!isPiece) return;
    const outline = this.#shapes.outline(shape);
    if (outline.length > 0) layer.add(LINE, outline, properties);
  }

  async addParcels(reads: StoreReads, cells: readonly Box[]): Promise<void> {
    const { parcels, parcel_numbers } = this.#layers;
    const seen = new Set<string>();
    const at = { u: 0, v: 0 };
    const searched = cells.map((box) => ({ box, inner: NOWHERE_INNER }));
    let cell = -1;
    for await (const page of reads.parcelsInCells(searched, '', Number.MAX_SAFE_INTEGER)) {
      await this.#pause();
      cell += 1;
      for (const { id, outline, centroid } of page) {
        if (outline === null || seen.has(id)) continue;
        // Which cell is the first to hold a parcel decides on its place in the tile: not how an index rounds bounds.
        if (!boxesMeet(outline.box, cells[cell] ?? outline.box)) continue;
        seen.add(id);
        const commands = this.#shapes.polygons(outline);
        if (commands.length > 0) parcels.add(POLYGON, commands, { id });
        projectDegrees(this.#tile, centroid, at);
        const label = this.#shapes.point(at.u, at.v);
        if (label) parcel_numbers.add(POINT, label, { id, number: numberOf(id) });
        // To wait for nothing would cost a turn of the microtasks a shape.
        const rest = this.#rest();
        if (rest) await rest;
      }
    }
  }

  async addPermits(reads: StoreReads, ground: Box): Promise<void> {
    const [places = []] = await reads.permitsIn([ground], this.#pause);
    for (const { kind, decision_date, object_category, position } of places) {
      const commands = this.#shapes.position(position);
      if (commands)
        this.#layers.permits.add(POINT, commands, { kind, date: decision_date, category: object_category });
    }
  }

  finish(): Uint8Array {
    return joinLayers(TILE_LAYER_NAMES.map((name) => this.#layers[name]));
  }

  #rest(): Promise<void> | undefined {
    this.#drawn += 1;
    return this.#drawn % SHAPES_A_PAUSE === 0 ? this.#pause() : undefined;
  }
}
