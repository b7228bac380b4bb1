import { contentTypeOfKey } from '@institute/contract';
import { browserTests } from '@institute/ui/testing/vitest.ts';

const define = { CONTENT_TYPES: JSON.stringify(contentTypeOfKey) };

export default browserTests(define, ['@institute/ui/write-routes']);
