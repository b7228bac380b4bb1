import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// a busy machine renders a whole screen slowly
configure({ asyncUtilTimeout: 60_000 });

afterEach(cleanup);
