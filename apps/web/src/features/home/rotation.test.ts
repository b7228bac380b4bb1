import { describe, expect, test } from 'vitest';
import { isHeld, isStopped, restingRotation, rotate, shownIndex, wrap } from './rotation.ts';

describe('the index of a carousel', () => {
  test('wraps at both ends', () => {
    expect([-1, 0, 2, 3, 7].map((index) => wrap(index, 3))).toEqual([2, 0, 2, 0, 1]);
    expect(wrap(4, 0)).toBe(0);
  });

  test('follows the shared count, each carousel by its own length', () => {
    const shown = (length: number) => [0, 1, 2, 3, 4].map((n) => shownIndex(restingRotation, n, length));

    expect(shown(3)).toEqual([0, 1, 2, 0, 1]);
    expect(shown(9)).toEqual([0, 1, 2, 3, 4]);
  });

  test('leaves the shared count once its own controls are touched', () => {
    const touched = rotate(restingRotation, { type: 'go', to: 2 });

    expect(shownIndex(touched, 7, 3)).toBe(2);
    expect(shownIndex(restingRotation, 7, 3)).toBe(1);
  });

  test('rotates on a full interval after a use of its controls', () => {
    const touched = rotate(restingRotation, { type: 'go', to: 2 });

    expect(shownIndex(rotate(touched, { type: 'tick', touches: 1 }), 7, 3)).toBe(0);
    expect(rotate(touched, { type: 'tick', touches: 0 })).toEqual(touched);
    expect(rotate(restingRotation, { type: 'tick', touches: 0 })).toEqual(restingRotation);
  });

  test('keeps its slide when it is stopped', () => {
    const stopped = rotate(restingRotation, { type: 'stop', at: 1, stopped: true });

    expect(shownIndex(stopped, 8, 3)).toBe(1);
    expect(isStopped(stopped, false)).toBe(true);
  });
});

describe('a rotation', () => {
  test('stops with the reduced-motion setting until the visitor starts it', () => {
    const started = rotate(restingRotation, { type: 'stop', at: 0, stopped: false });

    expect(isStopped(restingRotation, true)).toBe(true);
    expect(isStopped(started, true)).toBe(false);
  });

  test('pauses under the pointer and with the focus, independently of each other', () => {
    const both = [
      { type: 'hover', on: true } as const,
      { type: 'focus', on: true } as const,
      { type: 'hover', on: false } as const,
    ].reduce(rotate, restingRotation);

    expect(isHeld(both)).toBe(true);
    expect(isHeld(rotate(both, { type: 'focus', on: false }))).toBe(false);
  });
});
