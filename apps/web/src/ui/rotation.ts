/** What one carousel knows about itself; the count it may share with others is kept outside. */
export type Rotation = {
  /** Its own index once someone has touched its controls; until then it follows the shared count. */
  own: number | null;
  /** How often its controls were used. */
  touches: number;
  /** What its pause control was last set to; `null` while nobody has pressed it. */
  stopped: boolean | null;
  /** The pointer is over it. */
  hovered: boolean;
  /** The focus is inside it. */
  focused: boolean;
};

export type RotationAction =
  | { type: 'go'; to: number }
  | { type: 'stop'; at: number; stopped: boolean }
  /** Due since that many touches: one that a touch has overtaken does not count. */
  | { type: 'tick'; touches: number }
  | { type: 'hover'; on: boolean }
  | { type: 'focus'; on: boolean };

/** At first, for a carousel that follows a shared count. */
export const restingRotation: Rotation = {
  own: null,
  touches: 0,
  stopped: null,
  hovered: false,
  focused: false,
};

/** `-1` is the last of them, `length` the first again. */
export function wrap(index: number, length: number) {
  return length > 0 ? ((index % length) + length) % length : 0;
}

export function rotate(state: Rotation, action: RotationAction): Rotation {
  switch (action.type) {
    case 'go':
      return { ...state, own: action.to, touches: state.touches + 1 };
    case 'stop':
      return { ...state, own: action.at, stopped: action.stopped, touches: state.touches + 1 };
    case 'tick':
      return state.own === null || action.touches !== state.touches
        ? state
        : { ...state, own: state.own + 1 };
    case 'hover':
      return { ...state, hovered: action.on };
    case 'focus':
      return { ...state, focused: action.on };
  }
}

/** Which slide shows. */
export function shownIndex(state: Rotation, count: number, length: number) {
  return wrap(state.own ?? count, length);
}

/** Stopped by its control or, while that is untouched, by a visitor who wants less motion. */
export function isStopped(state: Rotation, reducedMotion: boolean) {
  return state.stopped ?? reducedMotion;
}

/** Held for the moment: someone is reading or using it. */
export function isHeld(state: Rotation) {
  return state.hovered || state.focused;
}
