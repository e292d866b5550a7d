import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sharesOf } from './facts.ts';

describe('shares', () => {
  const TABLE: [string, number[], number, number[]][] = [
    ['nothing', [], 100, []],
    ['all of it', [100], 100, [100]],
    ['a part', [25], 100, [25]],
    ['two halves', [50, 50], 100, [50, 50]],
    ['thirds stay below 100', [1, 1, 1], 3, [33.33, 33.33, 33.33]],
    ['halves of a hundredth give way', [99.995, 0.005], 100, [99.99, 0.01]],
    ['overlapping areas are scaled to the whole', [100, 100], 100, [50, 50]],
    ['a sliver of an overlap', [100, 1], 100, [99.01, 0.99]],
    ['too little to be told', [0.004], 100, [0]],
    ['an area measured a hair larger than the parcel', [100.0000001], 100, [100]],
  ];
  for (const [name, parts, whole, expected] of TABLE) {
    it(name, () => assert.deepEqual(sharesOf(parts, whole), expected));
  }

  const part = fc.double({ min: 0, max: 1e6, noNaN: true });
  const whole = fc.double({ min: 0.01, max: 1e6, noNaN: true });

  it('never add up to more than 100, however the areas overlap, and are never below 0', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40, size: 'max' }), whole, (parts, whole_m2) => {
        const shares = sharesOf(parts, whole_m2);
        assert.equal(shares.length, parts.length);
        const sum = shares.reduce((total, share) => total + Math.round(share * 100), 0);
        assert.ok(sum <= 10_000, `${shares} are ${sum / 100}`);
        for (const share of shares) {
          assert.ok(share >= 0);
          assert.equal(share, Math.round(share * 100) / 100, 'two decimals');
        }
      }),
    );
  });

  it('are within a hundredth of the true share', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 40, size: 'max' }), whole, (parts, whole_m2) => {
        const base = Math.max(
          whole_m2,
          parts.reduce((sum, value) => sum + value, 0),
        );
        for (const [at, share] of sharesOf(parts, whole_m2).entries()) {
          const exact = (100 * (parts[at] ?? 0)) / base;
          assert.ok(Math.abs(share - exact) <= 0.01 + 1e-9, `${share} instead of ${exact}`);
        }
      }),
    );
  });

  it('of areas that fill the parcel add up to all of it, but for rounding', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 20, size: 'max' }),
        (parts) => {
          const total = parts.reduce((sum, value) => sum + value, 0);
          const sum = sharesOf(parts, total).reduce((all, share) => all + share, 0);
          assert.ok(sum > 100 - 0.01 * parts.length && sum <= 100 + 1e-9, String(sum));
        },
      ),
    );
  });
});
