/** State of one carousel. A shared count is kept outside. */
export type Rotation = {
  /** Set once a visitor has used its controls. Until then it follows the shared count. */
  own: number | null;
  /** Number of uses of its controls. */
  touches: number;
  /** Last setting of the pause control; null before its first use. */
  stopped: boolean | null;
  hovered: boolean;
  focused: boolean;
};

export type RotationAction =
  | { type: 'go'; to: number }
  | { type: 'stop'; at: number; stopped: boolean }
  /** Number of uses when the step was scheduled. A later use cancels the step. */
  | { type: 'tick'; touches: number }
  | { type: 'hover'; on: boolean }
  | { type: 'focus'; on: boolean };

/** Initial state of a carousel that follows a shared count. */
export const restingRotation: Rotation = {
  own: null,
  touches: 0,
  stopped: null,
  hovered: false,
  focused: false,
};

/** `-1` is the last slide, `length` the first. */
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

/** Index of the shown slide. */
export function shownIndex(state: Rotation, count: number, length: number) {
  return wrap(state.own ?? count, length);
}

/** Stopped by its control, or by a reduced-motion setting until the control is used. */
export function isStopped(state: Rotation, reducedMotion: boolean) {
  return state.stopped ?? reducedMotion;
}

/** Paused while the pointer or the focus is on it. */
export function isHeld(state: Rotation) {
  return state.hovered || state.focused;
}
