import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { takeToasts } from '../toast.ts';

// A busy machine renders a whole screen slowly
configure({ asyncUtilTimeout: 60_000 });

afterEach(() => {
  cleanup();
  // Files share modules, so a message that nobody took would reach the next test
  takeToasts(() => undefined)();
});
