import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { takeToasts } from '../toast.ts';
import { shortenQueryError } from './short-error.ts';

configure({
  // A busy machine renders a whole screen slowly
  asyncUtilTimeout: 60_000,
  getElementError: (message) =>
    Object.assign(new Error(shortenQueryError(message ?? '')), { name: 'TestingLibraryElementError' }),
});

afterEach(() => {
  cleanup();
  // Files share modules, so a message that nobody took would reach the next test
  takeToasts(() => undefined)();
});
