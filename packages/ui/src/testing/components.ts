import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { takeToasts } from '../toast.ts';

configure({
  // A busy machine renders a whole screen slowly
  asyncUtilTimeout: 60_000,
  // The whole page would bury the message. `screen.debug()` in the test prints it.
  getElementError: (message) =>
    Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }),
});

afterEach(() => {
  cleanup();
  // Files share modules, so a message that nobody took would reach the next test
  takeToasts(() => undefined)();
});
