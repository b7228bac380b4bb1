export type Rotation = {
  /** Null until a visitor uses the controls; until then the shared count decides. */
  own: number | null;
  touches: number;
  /** Null before the first use of the pause control. */
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

export const restingRotation: Rotation = {
  own: null,
  touches: 0,
  stopped: null,
  hovered: false,
  focused: false,
};

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

export function shownIndex(state: Rotation, count: number, length: number) {
  return wrap(state.own ?? count, length);
}

/** A setting for reduced motion stops it until the control is used. */
export function isStopped(state: Rotation, reducedMotion: boolean) {
  return state.stopped ?? reducedMotion;
}

export function isHeld(state: Rotation) {
  return state.hovered || state.focused;
}
