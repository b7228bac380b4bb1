import { contentTypeOfKey } from '@institute/contract';
import { browserTests } from '@institute/ui/testing/vitest.ts';

const define = { CONTENT_TYPES: JSON.stringify(contentTypeOfKey) };

// here a file that stops the clock would leave modules behind that wait for it
export default browserTests(define, ['@institute/ui/write-routes'], true);
